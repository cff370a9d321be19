import type { ObjectSchema } from '../../contract/schema/schema.ts';
import type { CommandContext } from '../context.ts';
import type { GlobalOptions } from '../parser/global-options.ts';
import { effectiveSettings } from '../settings/effective-settings.ts';
import { formats } from './formats.ts';
import { planOutput } from './output-plan.ts';

type Members = Readonly<Record<string, unknown>>;

/** Prints what a command of our own found out, in the format that is chosen. */
export async function showRecord(
  record: Members,
  options: GlobalOptions,
  context: CommandContext,
): Promise<void> {
  const { printRecord } = await import('./print-record.ts');
  await printRecord(await planOutput(schemaOf([record]), {}, options, context.streams), record, context);
}

/** Prints a list, its columns those of the first row. */
export async function showRows(
  rows: readonly Members[],
  options: GlobalOptions,
  context: CommandContext,
): Promise<void> {
  const { printItems } = await import('./print-result.ts');
  const plan = await planOutput(schemaOf(rows), {}, options, context.streams);
  await printItems(plan, asyncOf(rows), context);
}

/** Says what was done: whole for programs, in words for people. */
export async function showDone(
  record: Members,
  options: GlobalOptions,
  context: CommandContext,
  say: () => Promise<void>,
): Promise<void> {
  const format = effectiveSettings(options, context.streams).get('output')?.value ?? 'table';
  if (formats[format].isStructured) await showRecord(record, options, context);
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
