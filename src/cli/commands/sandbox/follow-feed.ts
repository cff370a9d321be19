import type { Client } from '../../../client/client.ts';
import { NetworkError } from '../../../client/transport/network-error.ts';
import type { CommandContext } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { createListWriter, type ListWriter, shownColumns } from '../../output/list-writer.ts';
import type { OutputPlan } from '../../output/output-plan.ts';
import type { GlobalOptions } from '../../parser/global-options.ts';
import { effectiveSettings } from '../../settings/effective-settings.ts';
import { type Feed, type FeedPart, readFeed } from './feed.ts';
import type { FeedRun } from './run-feed.ts';

interface Followed {
  readonly feed: Feed;
  readonly run: FeedRun;
  readonly plan: OutputPlan;
  readonly options: GlobalOptions;
  readonly client: Client;
}

/** How long the service may hold an answer back, in seconds, unless the time for a request is shorter. */
const longestWait = 20;
const pauseMs = 500;

/**
 * Prints a feed as it comes, until Ctrl-C (exit code 130), or the service has stopped. A reader that is slow is asked
 * for nothing meanwhile; what the service could not keep so long is counted on stderr.
 */
export async function followFeed(followed: Followed, context: CommandContext): Promise<void> {
  const { streams } = context;
  const controller = new AbortController();
  const stop = () => controller.abort();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of names) streams.signals.on(name, stop);
  const stopped = new Promise<'stopped'>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  const printed = printAll(followed, controller.signal, context);
  // What comes of a request that nobody waits for any more is of no interest.
  printed.catch(() => {});
  try {
    if ((await Promise.race([printed, stopped])) === 'stopped') context.exitCode = exitCodes.interrupted;
  } finally {
    for (const name of names) streams.signals.off(name, stop);
  }
}

async function printAll(followed: Followed, signal: AbortSignal, context: CommandContext): Promise<void> {
  const { feed, run, options, client } = followed;
  const { printer, streams } = context;
  const writer = await createWriter(followed, context);
  const { value: timeout = Number.POSITIVE_INFINITY } =
    effectiveSettings(options, streams).get('timeout') ?? {};
  const wait = Math.min(longestWait, Math.floor(timeout / 2));
  let part = await readFeed(client, feed, { ...run.filter, limit: run.limit });
  for (;;) {
    const text = part.items.length === 0 ? '' : await writer.add(part.items);
    if (text !== '') await printer.data(text);
    if (signal.aborted) return;
    if (part.ended) return printer.notice('note: the service has stopped');
    if (wait === 0) await streams.clock.sleep(pauseMs, signal);
    const after = part.last;
    const next = await readNext(client, feed, { ...run.filter, after, wait });
    if (next === undefined) return printer.notice('note: the service has stopped');
    const missed = missedBefore(next, after);
    if (missed > 0) await printer.notice(`note: ${missed} ${feed.name} came faster than they were read`);
    part = next;
  }

  function missedBefore({ items }: FeedPart, after: number): number {
    const { position } = (items[0] ?? {}) as { position?: number };
    return position === undefined || position <= after ? 0 : position - after - 1;
  }
}

/** Undefined when nobody accepts connections where the service was a moment ago. */
async function readNext(client: Client, feed: Feed, query: Parameters<typeof readFeed>[2]) {
  try {
    return await readFeed(client, feed, query);
  } catch (error) {
    if (error instanceof NetworkError && error.kind === 'refused') return undefined;
    throw error;
  }
}

/** A table on a terminal cannot wait for its rows to decide how wide it is. */
async function createWriter({ feed, plan }: Followed, { streams }: CommandContext): Promise<ListWriter> {
  const surroundings = { columns: streams.columns, now: streams.clock.now() };
  const isTable = plan.format === 'table' || plan.format === 'wide';
  if (!isTable || !plan.isForTerminal) return createListWriter(plan, surroundings);
  const { growTable } = await import('../../output/table/terminal-table.ts');
  const { isColoured, hasHead, format } = plan;
  const width = format === 'wide' ? undefined : surroundings.columns;
  const table = growTable(shownColumns(plan), { width, isColoured, hasHead, now: surroundings.now });
  const head = table.lines([feed.sample]).split('\n').slice(0, -2);
  let open = head.map((line) => `${line}\n`).join('');
  return {
    add(records) {
      const text = open + table.lines(records);
      open = '';
      return text;
    },
    end: () => '',
  };
}
