import { memberAt } from '../../contract/schema/member-path.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import { cellText, nothing } from './table/cell.ts';

/** What else a line shows beside the id: enough to tell records apart. */
const BESIDE_ID = 3;

/** What tells a record from others, on one line: the first of its columns that say something, but for some. */
export function describeBesideId(
  record: unknown,
  { columns }: Pick<Resource, 'columns'>,
  except: readonly string[],
): string {
  const others = columns.filter((column) => !except.includes(column.split('.')[0] ?? ''));
  return cellsOf(record, others).slice(0, BESIDE_ID).join('  ');
}

/** A record on one line: its id and the first of its columns that say something. */
export function describeRecord(record: unknown, { columns }: Pick<Resource, 'columns'>): string {
  return cellsOf(record, columns)
    .slice(0, 1 + BESIDE_ID)
    .join('  ');
}

function cellsOf(record: unknown, columns: readonly string[]): string[] {
  return columns
    .map((column) => cellText(memberAt(record, column.split('.'))))
    .filter((cell) => cell !== nothing);
}
