import type { Page } from '../../client/client.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import type { CommandContext } from '../context.ts';
import { hasCode } from '../errors/cli-error.ts';
import { formats, isForProgram, isTable, outputFormat } from './formats.ts';
import type { OutputChoices } from './output-options.ts';
import { type OutputPlan, planOutput } from './output-plan.ts';
import { onePage, printList } from './print-list.ts';
import { printRecord } from './print-record.ts';
import { formatText } from './text-result.ts';

type Members = Readonly<Record<string, unknown>>;
type Items = AsyncIterable<unknown> | Iterable<unknown>;

/** What a command of ours prints, and what was chosen about it. */
export interface Shown {
  /** Undefined for just what is in the first record. */
  readonly schema?: ObjectSchema;
  readonly choices?: OutputChoices;
}

/** Prints what a command of our own found out, in the format that is chosen. */
export async function showRecord(
  record: Members,
  context: CommandContext,
  { schema = schemaOf([record]), choices = {} }: Shown = {},
): Promise<void> {
  await printRecord(await planOutput(schema, choices, context), record, context);
}

/** Prints a list, its columns those of the schema. */
export async function showRows(
  rows: readonly Members[],
  context: CommandContext,
  { schema = schemaOf(rows), choices = {} }: Shown = {},
): Promise<void> {
  await printItems(await planOutput(schema, choices, context), rows, context);
}

/** Prints facts: in words of the command's own for people, unless a member or a query is chosen. */
export async function showFacts(
  plan: OutputPlan,
  record: Members,
  words: string,
  context: CommandContext,
): Promise<void> {
  const isInWords = isTable(plan.format) && plan.columns === undefined && plan.query === undefined;
  if (isInWords) await context.printer.data(words);
  else await printRecord(plan, record, context);
}

/** Prints one fact: the text alone, byte for byte on a pipe; the record around it for programs and where it is chosen. */
export async function showText(
  text: string,
  record: Members,
  context: CommandContext,
  shown: Shown = {},
): Promise<void> {
  const { columns, query } = shown.choices ?? {};
  const format = outputFormat(context);
  const isText = isTable(format) || format === 'raw' || format === 'id';
  const isAlone = isText && columns === undefined && query === undefined;
  if (isAlone) await context.printer.data(formatText(text, context.streams.stdoutIsTTY));
  else await showRecord(record, context, shown);
}

/** Says what was done: whole for programs, in words for people; of what has an id, `-o id` prints it beside the words. */
export async function showDone(
  record: Members,
  context: CommandContext,
  say: () => Promise<void>,
): Promise<void> {
  if (isForProgram(context)) {
    return showRecord(record, context).catch((error: unknown) => {
      if (hasCode(error, 'OUTPUT_FAILED')) error.message += '; the command was carried out all the same';
      throw error;
    });
  }
  await say();
  if (outputFormat(context) === 'id' && record.id !== undefined) await showRecord(record, context);
}

function schemaOf([first = {}]: readonly Members[]): ObjectSchema {
  return ownSchema(Object.keys(first));
}

/**
 * The schema of records that are ours alone: names and order are all that a format needs.
 * @param nested schemas of those that have members
 */
export function ownSchema(
  names: readonly string[],
  nested: Readonly<Record<string, ObjectSchema>> = {},
): ObjectSchema {
  const properties = Object.fromEntries(names.map((name) => [name, nested[name] ?? {}]));
  return { type: 'object', required: names, properties };
}

/** Prints items as one list, as the results of several requests are. @param what they are, in the plural */
export async function printItems(
  plan: OutputPlan,
  items: Items,
  context: CommandContext,
  what = 'results',
): Promise<void> {
  // The widths of a table are those of its first page.
  const isTable = plan.isForTerminal && !formats[plan.format].appends;
  const pages = isTable ? onePage(items) : pageEach(items);
  await printList(plan, { pages, limit: Number.POSITIVE_INFINITY, items: what }, context);
}

async function* pageEach(items: Items): AsyncGenerator<Page, void> {
  for await (const item of items) yield { items: [item], hasNext: true };
}
