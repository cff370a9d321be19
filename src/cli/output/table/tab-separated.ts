import { memberAt } from '../../../contract/schema/member-path.ts';
import { escapeOnLine } from '../../terminal/sanitize.ts';
import { valueText } from './cell.ts';
import type { Column } from './column.ts';

/** Gives a cell a colour where colours are forced on a pipe. */
export type Decorate = (text: string, value: unknown, column: Column) => string;

const plain: Decorate = (text) => text;

/** A record as one line for `cut`, `awk` and `while read`: nothing cut, empty where it is not set. */
export function tabSeparated(
  record: unknown,
  columns: readonly Column[],
  decorate: Decorate = plain,
): string {
  const cells = columns.map((column) => {
    const value = memberAt(record, column.path);
    return decorate(valueText(value, escapeOnLine), value, column);
  });
  return `${cells.join('\t')}\n`;
}
