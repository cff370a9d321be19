import type { Client, Page } from '../../client/client.ts';
import type { CommandContext } from '../context.ts';
import type { OperationCall, OperationRun } from '../operation/run-operation.ts';
import { formats } from './formats.ts';
import { type OutputPlan, planOutput, printedSchema } from './output-plan.ts';
import { printList } from './print-list.ts';
import { printRecord } from './print-record.ts';
import type { WatchPlan } from './watch/watch-plan.ts';

/** How the result of an operation is printed, and whether it is looked at again and again. */
export interface ResultPlan extends OutputPlan {
  readonly watch?: WatchPlan | undefined;
}

/** Decides how an operation's result is printed; undefined where there is none. Throws a UsageError. */
export async function planResult(
  { entry, options, output }: Pick<OperationRun, 'entry' | 'options' | 'output'>,
  { streams }: Pick<CommandContext, 'streams'>,
): Promise<ResultPlan | undefined> {
  const schema = printedSchema(entry.operation);
  if (schema === undefined) return undefined;
  const plan = await planOutput(schema, output, options, streams);
  if (output.watch === undefined) return plan;
  const { planWatch } = await import('./watch/watch-plan.ts');
  return { ...plan, watch: planWatch(plan, output) };
}

/** Sends the request of an operation that has a result, and prints the result. */
export async function printResult(
  call: OperationCall,
  plan: ResultPlan,
  body: Readonly<Record<string, unknown>>,
  client: Client,
  context: CommandContext,
): Promise<void> {
  const { entry, parameters, paging } = call;
  const { operation } = entry;
  if (plan.watch) {
    const { watchResult } = await import('./watch/watch-result.ts');
    return watchResult(call, plan, plan.watch, client, context);
  }
  if (operation.list === undefined) {
    return printRecord(plan, await client.send(operation, parameters, operation.body && body), context);
  }
  const { limit = Number.POSITIVE_INFINITY, isLimitImplied = false, place } = paging ?? {};
  const { collection, paged } = operation.list;
  const listing = {
    pages: client.listPages(operation, { ...parameters, ...place }),
    limit,
    isLimitImplied,
    items: collection.replaceAll('_', ' '),
    canGoOn: paged,
  };
  await printList(plan, listing, context);
}

/** Prints the results of several requests as one list. */
export async function printItems(
  plan: OutputPlan,
  items: AsyncIterable<unknown>,
  context: CommandContext,
): Promise<void> {
  const isTable = plan.isForTerminal && !formats[plan.format].appends;
  const pages = isTable ? onePage(items) : pageEach(items);
  await printList(plan, { pages, limit: Number.POSITIVE_INFINITY, items: 'results' }, context);
}

// The widths of a table are those of its first page.
async function* onePage(items: AsyncIterable<unknown>): AsyncGenerator<Page, void> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  yield { items: all, hasNext: false };
}

async function* pageEach(items: AsyncIterable<unknown>): AsyncGenerator<Page, void> {
  for await (const item of items) yield { items: [item], hasNext: true };
}
