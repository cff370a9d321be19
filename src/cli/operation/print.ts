import { buildRequest } from '../../client/request.ts';
import type { CommandContext } from '../context.ts';
import { requireIds } from '../id-lookup/known-names.ts';
import { isForProgram } from '../output/formats.ts';
import type { OutputPlan } from '../output/output-plan.ts';
import { planOutput } from '../output/output-plan.ts';
import { type Listing, printList, readAll, readLimit } from '../output/print-list.ts';
import { printRecord } from '../output/print-record.ts';
import type { WatchPlan } from '../output/watch/watch-plan.ts';
import { commandWords } from '../words/command-words.ts';
import { doneSchema, noticeConsequence, noticeDone, wasDone } from './notices.ts';
import { type OperationRun, performFor, type ReadyRun, type ResultPlan, type RunItems } from './run.ts';
import type { PathValues } from './targets.ts';

/**
 * Decides how an operation's result is printed. What has none is told in words, where the answer is undefined, and to
 * programs as an object that says what was done. Throws a CliError.
 */
export async function planResult(
  { entry, output }: Pick<OperationRun, 'entry' | 'output'>,
  context: CommandContext,
): Promise<ResultPlan | undefined> {
  const { list, returns } = entry.operation;
  const schema = list?.item ?? returns ?? (isForProgram(context) ? doneSchema(entry) : undefined);
  if (schema === undefined) return undefined;
  const plan = await planOutput(schema, output, context);
  if (!output.watch) return plan;
  const { planWatch } = await import('../output/watch/watch-plan.ts');
  return { ...plan, watch: planWatch(plan, output.interval) };
}

/** Prints the requests that a run would make, one for each target, and sends none. */
export async function previewRun(
  { entry, input, paging }: OperationRun,
  { items }: RunItems,
  context: CommandContext,
): Promise<void> {
  const { operation } = entry;
  const { printPreview } = await import('../connect/request-preview.ts');
  requireIds(
    entry,
    items.map(({ target }) => target),
    context,
  );
  await printPreview(input.preview, context, (settings) =>
    items.map(({ target, body }) =>
      buildRequest(operation, { ...target, ...paging?.place }, operation.body && body, settings),
    ),
  );
}

/** Has the operation done for its targets and prints what comes of it. */
export async function printResult(ready: ReadyRun, context: CommandContext): Promise<void> {
  const { run, items, isBatch, plan } = ready;
  if (isBatch) {
    const { printBatch } = await import('./batch.ts');
    return printBatch(ready, context);
  }
  const [item = { target: {}, body: {} }] = items;
  const { target } = item;
  if (plan?.watch) {
    return watchResult(ready, target, plan, plan.watch, context);
  }
  if (plan && run.entry.operation.list) return printList(plan, listing(ready, target, plan), context);
  const result = await performFor(ready, item, context);
  if (plan) return printAnswer({ ...ready, plan }, result, context);
  await noticeDone(run.entry, target, result, context.printer);
  if (wasDone(run.entry, result)) await noticeConsequence(run.entry, context.printer);
}

/** Prints the record that an operation answered with. Where that fails, the error says what was carried out. */
export async function printAnswer(
  ready: ReadyRun & { readonly plan: OutputPlan },
  result: unknown,
  context: CommandContext,
): Promise<void> {
  try {
    await printRecord(ready.plan, result, context);
  } catch (error) {
    const { afterChange } = await import('./lost-output.ts');
    throw afterChange(error, ready, [result]);
  }
}

/** A list of the service, its pages asked for as they are printed. */
function listing({ run, client, filter }: ReadyRun, target: PathValues, plan: OutputPlan): Listing {
  const { operation } = run.entry;
  const { limit = Number.POSITIVE_INFINITY, isLimitImplied = false, place } = run.paging ?? {};
  const pages = client.listPages(operation, { ...target, ...place });
  return {
    pages: filter ? filter.pages(pages, readLimit(plan, { limit, isLimitImplied })) : pages,
    limit,
    isLimitImplied,
    ...(filter && { summary: filter.summary }),
    items: operation.list?.collection.replaceAll('_', ' ') ?? 'items',
    canGoOn: operation.list?.paged ?? false,
  };
}

/** Looks at the result of an operation again and again. */
async function watchResult(
  ready: ReadyRun,
  target: PathValues,
  plan: OutputPlan,
  watchPlan: WatchPlan,
  context: CommandContext,
): Promise<void> {
  const { run, client } = ready;
  const isList = run.entry.operation.list !== undefined;
  const { limit = Number.POSITIVE_INFINITY } = run.paging ?? {};
  const look = async () => {
    if (!isList) return [await client.send(run.entry.operation, target)];
    const listed = listing(ready, target, plan);
    return readAll(listed.pages, readLimit(plan, listed));
  };
  const words = [commandWords(run.entry), ...Object.values(target)].join(' ');
  const { watch } = await import('../output/watch/watch-result.ts');
  await watch({ plan, ...watchPlan, isList, words, limit }, look, context);
}
