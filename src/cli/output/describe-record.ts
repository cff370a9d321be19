import { memberAt, schemaAt } from '../../contract/schema/member-path.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { cellText, nothing } from './table/cell.ts';

/** What else a line shows beside the id: enough to tell records apart. */
const BESIDE_ID = 3;

/** What tells a record from others, on one line: the first of its columns that say something, but for some. */
export function describeBesideId(
  record: unknown,
  { columns, record: schema }: Pick<Resource, 'columns' | 'record'>,
  except: readonly string[],
): string {
  const others = columns.filter((column) => !except.includes(column.split('.')[0] ?? ''));
  return cellsOf(record, others, schema).slice(0, BESIDE_ID).join('  ');
}

/** A record on one line: its id and the first of its columns that say something. */
export function describeRecord(
  record: unknown,
  { columns, record: schema }: Pick<Resource, 'columns' | 'record'>,
): string {
  return cellsOf(record, columns, schema)
    .slice(0, 1 + BESIDE_ID)
    .join('  ');
}

function cellsOf(record: unknown, columns: readonly string[], schema: ObjectSchema): string[] {
  return columns
    .map((column) => {
      const path = column.split('.');
      const value = memberAt(record, path);
      const isEmpty = Array.isArray(value) && value.length === 0;
      return (isEmpty && schemaAt(schema, path)?.['x-empty']?.means) || cellText(value);
    })
    .filter((cell) => cell !== nothing);
}
