import type { Page } from '../../client/client.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import type { CommandContext } from '../context.ts';
import { formats, isForProgram } from './formats.ts';
import { type OutputPlan, planOutput } from './output-plan.ts';
import { onePage, printList } from './print-list.ts';
import { printRecord } from './print-record.ts';

type Members = Readonly<Record<string, unknown>>;
type Items = AsyncIterable<unknown> | Iterable<unknown>;

/** Prints what a command of our own found out, in the format that is chosen. */
export async function showRecord(record: Members, context: CommandContext): Promise<void> {
  await printRecord(await planOutput(schemaOf([record]), {}, context), record, context);
}

/** Prints a list, its columns those of the first row. */
export async function showRows(rows: readonly Members[], context: CommandContext): Promise<void> {
  await printItems(await planOutput(schemaOf(rows), {}, context), rows, context);
}

/** Says what was done: whole for programs, in words for people. */
export async function showDone(
  record: Members,
  context: CommandContext,
  say: () => Promise<void>,
): Promise<void> {
  if (isForProgram(context)) await showRecord(record, context);
  else await say();
}

// No contract describes what is ours alone; names and order are all that a format needs.
function schemaOf([first = {}]: readonly Members[]): ObjectSchema {
  return { type: 'object', properties: Object.fromEntries(Object.keys(first).map((name) => [name, {}])) };
}

/** Prints the results of several requests as one list. */
export async function printItems(plan: OutputPlan, items: Items, context: CommandContext): Promise<void> {
  // The widths of a table are those of its first page.
  const isTable = plan.isForTerminal && !formats[plan.format].appends;
  const pages = isTable ? onePage(items) : pageEach(items);
  await printList(plan, { pages, limit: Number.POSITIVE_INFINITY, items: 'results' }, context);
}

async function* pageEach(items: Items): AsyncGenerator<Page, void> {
  for await (const item of items) yield { items: [item], hasNext: true };
}
