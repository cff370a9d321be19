import { memberAt } from '../../contract/schema/member-path.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import { cellText, nothing } from './table/cell.ts';

/** What else a line shows beside the id: enough to tell records apart. */
const BESIDE_ID = 3;

/** A record on one line: its id and the first of its columns that say something. */
export function describeRecord(record: unknown, { columns }: Pick<Resource, 'columns'>): string {
  const cells = columns
    .map((column) => cellText(memberAt(record, column.split('.'))))
    .filter((cell) => cell !== nothing);
  return cells.slice(0, 1 + BESIDE_ID).join('  ');
}
