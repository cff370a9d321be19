import type { ObjectSchema } from '../../contract/schema/schema.ts';
import type { CommandContext } from '../context.ts';
import { planOutput } from './output-plan.ts';
import { isForProgram } from './structured.ts';

type Members = Readonly<Record<string, unknown>>;

/** Prints what a command of our own found out, in the format that is chosen. */
export async function showRecord(record: Members, context: CommandContext): Promise<void> {
  const { printRecord } = await import('./print-record.ts');
  await printRecord(await planOutput(schemaOf([record]), {}, context), record, context);
}

/** Prints a list, its columns those of the first row. */
export async function showRows(rows: readonly Members[], context: CommandContext): Promise<void> {
  const { printItems } = await import('./print-items.ts');
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
