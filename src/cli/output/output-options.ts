import type { Operation } from '../../contract/schema/resource.ts';
import { type OptionDefinitions, option, switched, toggle, type ValuesOf } from '../parser/options.ts';
import { decimalNumber, hinted, text } from '../parser/value-types.ts';

const place = { group: 'Output options:' };

/** What can be chosen about the output of a command, besides the global options. */
export const allOutputOptions = {
  columns: option(
    '--columns <names>',
    'show these alone, separated by commas: id,principal.id',
    hinted({ columns: true, isCommaSeparated: true }),
    place,
  ),
  query: option('--query <expression>', 'show what a JMESPath expression finds in the result', text, place),
  sortBy: option(
    '--sort-by <columns>',
    'sort the whole list: url, or -created_at for the last first',
    hinted({ columns: true, isCommaSeparated: true, mayBeNegative: true }),
    place,
  ),
  headers: switched(
    '--headers',
    'name the columns and line them up on a pipe too, or leave the names out',
    place,
  ),
  csvSafe: toggle('--csv-safe', 'with -o csv: let no value be a formula when a spreadsheet opens it', place),
  watch: toggle(
    '--watch',
    'look again and again until Ctrl-C: redraws on a terminal, events with -o jsonl',
    place,
  ),
  interval: option(
    '--interval <seconds>',
    'time between two looks of --watch, at least 0.5',
    decimalNumber(0.5, 86_400),
    { ...place, fallback: '2' },
  ),
} as const satisfies OptionDefinitions;

const { columns, query, sortBy, headers, csvSafe, watch, interval } = allOutputOptions;

/** What every command takes that prints one record, or facts of its own. */
export const recordOptions = { columns, query, headers, csvSafe } as const satisfies OptionDefinitions;

/** What every command takes that prints a list. */
export const rowsOptions = { columns, query, sortBy, headers, csvSafe } as const satisfies OptionDefinitions;

/** What a command line says about its output, as it was given. */
export type OutputChoices = Partial<ValuesOf<typeof allOutputOptions>>;

/** Those that mean something for an operation: nothing where it answers nothing. */
export function outputOptions({ method, list, returns }: Operation): OptionDefinitions {
  if (list === undefined && returns === undefined) return {};
  return {
    ...(list ? rowsOptions : recordOptions),
    ...(method === 'GET' && { watch, interval }),
  };
}
