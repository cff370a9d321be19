import type { Operation } from '../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { GlobalOptions } from '../parser/global-options.ts';
import { effectiveSettings } from '../settings/effective-settings.ts';
import type { Streams } from '../streams.ts';
import { hasColour } from './colour.ts';
import { formats, idMember, type OutputFormat } from './formats.ts';
import type { OutputChoices } from './output-options.ts';
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
  /** Made of the whole result before anything else is. */
  readonly query: Query | undefined;
  readonly sortKeys: readonly SortKey[];
  readonly hasHead: boolean;
  /** Fitted to a person's terminal; otherwise tables are for `cut` and `awk`. */
  readonly isForTerminal: boolean;
  readonly isColoured: boolean;
  /** The command that shows long output; undefined for none. */
  readonly pager: string | undefined;
}

/**
 * Decides how a command prints. Throws a UsageError for a column, a query or a format that cannot be.
 * @param schema of the records that the command prints
 */
export async function planOutput(
  schema: ObjectSchema,
  choices: OutputChoices,
  options: GlobalOptions,
  streams: Streams,
): Promise<OutputPlan> {
  const settings = effectiveSettings(options, streams);
  const format = outputFormat(options, streams);
  const { columns, query, sortBy, headers } = choices;
  const isForTerminal = streams.stdoutIsTTY;
  if (!formats[format].narrows) checkIds(schema, columns, query);
  return {
    format,
    schema,
    columns: columns === undefined ? undefined : chooseColumns(columns, schema, query !== undefined),
    query: query === undefined ? undefined : await (await import('./query/query.ts')).compileQuery(query),
    sortKeys: sortBy === undefined ? [] : (await import('./query/sort.ts')).readSortKeys(sortBy, schema),
    hasHead: headers !== false,
    isForTerminal,
    isColoured:
      !formats[format].isStructured && hasColour(streams.env, isForTerminal, settings.get('color')?.value),
    pager:
      options.usesPager && isForTerminal
        ? pagerCommand(settings.get('pager')?.value, streams.env)
        : undefined,
  };
}

/** The format that holds for a command: option, environment, profile, settings, `table`. */
export function outputFormat(options: GlobalOptions, streams: Streams): OutputFormat {
  return effectiveSettings(options, streams).get('output')?.value ?? 'table';
}

/** The schema of what an operation prints; undefined where that is nothing. */
export function printedSchema({ list, returns }: Operation): ObjectSchema | undefined {
  return list?.item ?? returns;
}

// What a query makes has members of its own.
function chooseColumns(names: string, schema: ObjectSchema, hasQuery: boolean): Column[] {
  if (!hasQuery) return readColumns('--columns', names, schema);
  return splitNames('--columns', names).map((name) => ({ ...plainColumn(name), path: name.split('.') }));
}

function checkIds(schema: ObjectSchema, columns: string | undefined, query: string | undefined): void {
  if (columns !== undefined) {
    throw new UsageError('--columns has nothing to narrow in ids; leave it out, or choose another --output');
  }
  if (query === undefined && idMember(schema) === undefined) {
    throw new UsageError('--output id cannot show what has no id; choose another format');
  }
}

const defaultPager = 'less -FRX';

// An empty variable means none, which the settings cannot say.
function pagerCommand(own: string | undefined, env: Streams['env']): string | undefined {
  const given = env.TUNNELCTL_PAGER ?? own ?? env.PAGER ?? defaultPager;
  return given.trim() === '' || given.trim() === 'cat' ? undefined : given;
}
