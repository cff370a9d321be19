import { resources } from '../../../contract/index.ts';
import { quote } from '../../../contract/rules/rule.ts';
import type { Resource } from '../../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { allColumns, type Column, columnAt, isRefSchema, leafColumns } from './column.ts';

/**
 * The columns that `--columns` and `--sort-by` name, separated by commas, in that order. `-` for `_` and capitals,
 * as tables have them, are fine. Throws a CliError that names the known ones.
 * @param option named in errors, as `--columns`
 */
export function readColumns(option: string, text: string, schema: ObjectSchema): Column[] {
  const names = splitNames(option, text);
  return [...new Set(names)].map((name) => findColumn(option, name, schema));
}

/** The names in a list that is separated by commas. Throws a CliError when one is empty. */
export function splitNames(option: string, text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) {
    throw fieldError(option, `${quote(text)} has an empty name; separate columns by single commas`);
  }
  return names;
}

/** The column of that name. Throws a CliError that names the known ones. */
export function findColumn(option: string, name: string, schema: ObjectSchema): Column {
  const column = columnAt(schema, name) ?? columnAt(schema, name.toLowerCase().replaceAll('-', '_'));
  if (column !== undefined) return column;
  const known = columnNames(schema);
  throw fieldError(option, `${quote(name)} is not a column${didYouMean(name, known)}`, {
    hint: `columns: ${known.join(', ')}`,
  });
}

/** The names to choose from. What is inside of a Ref works too and is left out: there is nothing new in it. */
export function columnNames(schema: ObjectSchema): string[] {
  const refs = allColumns(schema).filter(({ schema: member }) => member !== undefined && isRefSchema(member));
  return allColumns(schema)
    .filter(({ name }) => !refs.some((ref) => name.startsWith(`${ref.name}.`)))
    .map(({ name }) => name);
}

/** What a table shows of records: the columns that are named, or else those of their resource; of other records all. */
export function tableColumns(schema: ObjectSchema, names?: readonly string[]): Column[] {
  if (names !== undefined) return names.flatMap((name) => columnAt(schema, name) ?? []);
  // A list may hold the records of another resource: the endpoints bound to an operator.
  const resource = Object.values<Resource>(resources).find(({ record }) => record === schema);
  if (resource === undefined) return leafColumns(schema);
  return resource.columns.flatMap((name) => columnAt(schema, name) ?? []);
}

/** The same and every other value that has room on a line: no documents, and no address of the record itself. */
export function wideColumns(schema: ObjectSchema, names?: readonly string[]): Column[] {
  const first = tableColumns(schema, names);
  const isThere = ({ name }: Column) =>
    first.some((column) => name === column.name || name.startsWith(`${column.name}.`));
  const more = leafColumns(schema).filter(
    (column) => column.name !== 'uri' && column.schema?.['x-document'] !== true && !isThere(column),
  );
  return [...first, ...more];
}
