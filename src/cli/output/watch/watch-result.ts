import type { Client } from '../../../client/client.ts';
import type { CommandContext } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { OperationCall } from '../../operation/run-operation.ts';
import { commandWords } from '../../parser/command-tree.ts';
import { readAll } from '../list-pages.ts';
import type { OutputPlan } from '../output-plan.ts';
import { appendChanges } from './append-changes.ts';
import { poll } from './poll.ts';
import { redrawScreen } from './redraw-screen.ts';
import type { WatchPlan } from './watch-plan.ts';

/**
 * Prints a result again and again, until Ctrl-C (exit code 130), or until the one record that is looked at is gone
 * (exit code 0).
 */
export async function watchResult(
  { entry, parameters, paging }: OperationCall,
  plan: OutputPlan,
  { intervalMs, redraws }: WatchPlan,
  client: Client,
  context: CommandContext,
): Promise<void> {
  const { operation } = entry;
  const { streams } = context;
  const limit = paging?.limit ?? Number.POSITIVE_INFINITY;
  const isWhole = plan.sortKeys.length > 0 || (plan.query !== undefined && paging?.isLimitImplied === true);
  const look = async () => {
    if (operation.list === undefined) return [await client.send(operation, parameters)];
    const pages = client.listPages(operation, { ...parameters, ...paging?.place });
    return readAll(pages, isWhole ? Number.POSITIVE_INFINITY : limit);
  };
  const controller = new AbortController();
  const stop = () => controller.abort(new StoppedError());
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of names) streams.signals.on(name, stop);
  const looks = poll(look, intervalMs, streams.clock, controller.signal);
  const subject = { words: [commandWords(entry), ...Object.values(parameters)].join(' '), intervalMs, limit };
  try {
    const show = redraws ? redrawScreen : appendChanges;
    await show(until(looks, controller.signal), { plan, operation, subject }, context);
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    context.exitCode = exitCodes.interrupted;
  } finally {
    for (const name of names) streams.signals.off(name, stop);
  }
}

/** What is watched, as those who show it need it. */
export interface Watched {
  readonly plan: OutputPlan;
  readonly operation: OperationCall['entry']['operation'];
  readonly subject: { readonly words: string; readonly intervalMs: number; readonly limit: number };
}

class StoppedError extends Error {}

/** The values of a generator until the signal is aborted, which throws its reason even while one is awaited. */
async function* until<T>(values: AsyncGenerator<T, void>, signal: AbortSignal): AsyncGenerator<T, void> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  stopped.catch(() => {});
  for (;;) {
    const next = values.next();
    next.catch(() => {});
    const { value, done } = await Promise.race([next, stopped]);
    if (done) return;
    yield value as T;
  }
}
