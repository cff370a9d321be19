import type { Page } from '../../client/client.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import type { CommandContext } from '../context.ts';
import { formats, isForProgram } from './formats.ts';
import { type OutputPlan, planOutput } from './output-plan.ts';
import { printList } from './print-list.ts';

type Members = Readonly<Record<string, unknown>>;

/** Prints what a command of our own found out, in the format that is chosen. */
export async function showRecord(record: Members, context: CommandContext): Promise<void> {
  const { printRecord } = await import('./print-record.ts');
  await printRecord(await planOutput(schemaOf([record]), {}, context), record, context);
}

/** Prints a list, its columns those of the first row. */
export async function showRows(rows: readonly Members[], context: CommandContext): Promise<void> {
  const { printItems } = await import('./show.ts');
  const plan = await planOutput(schemaOf(rows), {}, context);
  await printItems(plan, asyncOf(rows), context);
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
  return {
    type: 'object',
    properties: Object.fromEntries(Object.keys(first).map((name) => [name, {}])),
  };
}

async function* asyncOf(rows: readonly Members[]): AsyncGenerator<Members, void> {
  yield* rows;
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
