import type { CommandContext } from '../context.ts';
import { isForProgram } from '../output/formats.ts';
import { planOutput } from '../output/output-plan.ts';
import { type Listing, printList } from '../output/print-list.ts';
import { printRecord } from '../output/print-record.ts';
import { noticeConsequence, noticeDone } from './notices.ts';
import { performFor, type ReadyRun, type ResultPlan } from './ready-run.ts';
import type { OperationRun } from './run.ts';
import type { PathValues } from './targets.ts';

/** Decides how an operation's result is printed; undefined where there is none. Throws a CliError. */
export async function planResult(
  { entry, output }: Pick<OperationRun, 'entry' | 'output'>,
  context: CommandContext,
): Promise<ResultPlan | undefined> {
  const { list, returns } = entry.operation;
  const schema = list?.item ?? returns;
  if (schema === undefined) return undefined;
  const plan = await planOutput(schema, output, context);
  if (!output.watch) return plan;
  const { planWatch } = await import('../output/watch/watch-plan.ts');
  return { ...plan, watch: planWatch(plan, output.interval) };
}

/** Has the operation done for its targets and prints what comes of it. */
export async function printResult(ready: ReadyRun, context: CommandContext): Promise<void> {
  const { run, targets, plan } = ready;
  if (targets.isBatch) {
    const { printBatch } = await import('./batch.ts');
    return printBatch(ready, context);
  }
  const [target = {}] = targets.values;
  if (plan?.watch) {
    const { watchOperation } = await import('./watch-operation.ts');
    return watchOperation(ready, target, plan, plan.watch, context);
  }
  if (plan && run.entry.operation.list) return printList(plan, listing(ready, target), context);
  const result = await performFor(ready, target, context);
  if (plan) return printRecord(plan, result, context);
  if (isForProgram(context)) return;
  await noticeDone(run.entry, target, context.printer);
  await noticeConsequence(run.entry, context.printer);
}

/** A list of the service, its pages asked for as they are printed. */
function listing({ run, client }: ReadyRun, target: PathValues): Listing {
  const { operation } = run.entry;
  const { limit = Number.POSITIVE_INFINITY, isLimitImplied = false, place } = run.paging ?? {};
  return {
    pages: client.listPages(operation, { ...target, ...place }),
    limit,
    isLimitImplied,
    items: operation.list?.collection.replaceAll('_', ' ') ?? 'items',
    canGoOn: operation.list?.paged ?? false,
  };
}
