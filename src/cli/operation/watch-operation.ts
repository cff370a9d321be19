import type { CommandContext } from '../context.ts';
import type { OutputPlan } from '../output/output-plan.ts';
import { readAll } from '../output/print-list.ts';
import type { WatchPlan } from '../output/watch/watch-plan.ts';
import { watch } from '../output/watch/watch-result.ts';
import { commandWords } from '../words/command-words.ts';
import type { ReadyRun } from './ready-run.ts';
import type { PathValues } from './targets.ts';

/** Looks at the result of an operation again and again. */
export async function watchOperation(
  { run: { entry, paging }, client }: ReadyRun,
  target: PathValues,
  plan: OutputPlan,
  watchPlan: WatchPlan,
  context: CommandContext,
): Promise<void> {
  const { operation } = entry;
  const limit = paging?.limit ?? Number.POSITIVE_INFINITY;
  const isWhole = plan.sortKeys.length > 0 || (plan.query !== undefined && paging?.isLimitImplied === true);
  const look = async () => {
    if (operation.list === undefined) return [await client.send(operation, target)];
    const pages = client.listPages(operation, { ...target, ...paging?.place });
    return readAll(pages, isWhole ? Number.POSITIVE_INFINITY : limit);
  };
  const words = [commandWords(entry), ...Object.values(target)].join(' ');
  await watch({ plan, ...watchPlan, isList: operation.list !== undefined, words, limit }, look, context);
}
