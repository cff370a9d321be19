import type { ObjectSchema } from '../../contract/schema/schema.ts';
import type { CommandContext } from '../context.ts';
import { fieldError } from '../errors/cli-error.ts';
import { effectivePager } from '../settings/effective-settings.ts';
import { type OutputFormat, type SettingValue, settingDefaults } from '../settings/known-settings.ts';
import type { Streams } from '../streams.ts';
import { hasColour } from '../terminal/colour.ts';
import { formats, idMember, outputFormat } from './formats.ts';
import type { OutputChoices } from './output-options.ts';
import type { Output } from './pager.ts';
import type { Query } from './query/query.ts';
import type { SortKey } from './query/sort.ts';
import { type Column, plainColumn } from './table/column.ts';
import { readColumns, splitNames } from './table/column-choice.ts';

/** How one command prints what comes: everything decided, checked and compiled before the first request. */
export interface OutputPlan {
  readonly format: OutputFormat;
  /** The records. */
  readonly schema: ObjectSchema;
  /** Chosen columns; undefined for those that the format has by itself. */
  readonly columns: readonly Column[] | undefined;
  /** Names of what a table has by itself; undefined for what the resource says. */
  readonly tableColumns?: readonly string[] | undefined;
  /** Made of the whole result before anything else is. */
  readonly query: Query | undefined;
  readonly sortKeys: readonly SortKey[];
  readonly hasHead: boolean;
  /** No text of csv is a formula to a spreadsheet. */
  readonly isCsvSafe: boolean;
  /** Columns line up, for a person; otherwise tabs are between values, for `cut` and `awk`. */
  readonly isAligned: boolean;
  /** Fitted to the terminal that it goes to, and with nothing in it that a terminal obeys. */
  readonly isForTerminal: boolean;
  readonly isColoured: boolean;
  /** The command that shows long output; undefined for none. */
  readonly pager: string | undefined;
}

/**
 * Decides how a command prints. Throws a CliError for a column, a query or a format that cannot be.
 * @param schema of the records that the command prints
 * @param tableColumns what a table shows of records that are of no resource; all of it unless given
 */
export async function planOutput(
  schema: ObjectSchema,
  choices: OutputChoices,
  { options, settings, streams }: Pick<CommandContext, 'options' | 'settings' | 'streams'>,
  tableColumns?: readonly string[],
): Promise<OutputPlan> {
  const format = outputFormat({ settings });
  const { columns, query, sortBy } = choices;
  const isForTerminal = streams.stdoutIsTTY;
  if (format === 'id') checkIds(schema, columns, query);
  if (choices.csvSafe && format !== 'csv') throw fieldError('--csv-safe', 'goes with --output csv');
  const headers = headersOf(choices, settings);
  const plan: OutputPlan = {
    format,
    schema,
    columns: columns === undefined ? undefined : chooseColumns(columns, schema, choices),
    tableColumns,
    query: query === undefined ? undefined : await (await import('./query/query.ts')).compileQuery(query),
    sortKeys: sortBy === undefined ? [] : (await import('./query/sort.ts')).readSortKeys(sortBy, schema),
    hasHead: headers !== 'never',
    isCsvSafe: choices.csvSafe === true,
    isAligned: isForTerminal || headers === 'always',
    isForTerminal,
    isColoured:
      !formats[format].isStructured && hasColour(streams.env, isForTerminal, settings.get('color')?.value),
    pager: options.usesPager && isForTerminal ? pagerCommand(settings, streams.env) : undefined,
  };
  if (format === 'raw' && query === undefined && plan.columns?.length !== 1) {
    throw fieldError('--output', 'raw prints one text of a record; choose it with --columns or --query');
  }
  return plan;
}

function headersOf(
  { headers }: OutputChoices,
  settings: CommandContext['settings'],
): SettingValue<'headers'> {
  if (headers !== undefined) return headers === 'true' ? 'always' : 'never';
  return settings.get('headers')?.value ?? settingDefaults.headers;
}

// What a query makes has members of its own.
function chooseColumns(names: string, schema: ObjectSchema, { query }: OutputChoices): Column[] {
  if (query === undefined) return readColumns('--columns', names, schema);
  return splitNames('--columns', names).map((name) => ({ ...plainColumn(name), path: name.split('.') }));
}

function checkIds(schema: ObjectSchema, columns: string | undefined, query: string | undefined): void {
  if (columns !== undefined) {
    throw fieldError('--columns', 'cannot narrow a list of ids; leave it out, or choose another --output');
  }
  if (query === undefined && idMember(schema) === undefined) {
    throw fieldError('--output', 'id cannot show what has no id; choose another format');
  }
}

function pagerCommand(settings: CommandContext['settings'], env: Streams['env']): string | undefined {
  const { value } = effectivePager(settings, env);
  return value.trim() === '' || value.trim() === 'cat' ? undefined : value;
}

/** Opens the output of one command. */
export async function openOutput(
  { pager }: Pick<OutputPlan, 'pager'>,
  { streams, printer }: Pick<CommandContext, 'streams' | 'printer'>,
): Promise<Output> {
  if (pager === undefined || streams.rows === undefined) return { write: printer.data, end: async () => {} };
  const { pagedOutput } = await import('./pager.ts');
  return pagedOutput(pager, streams.rows, streams, printer);
}
