import { memberAt } from '../../../contract/schema/member-path.ts';
import { valueText } from './cell.ts';
import type { Column } from './column.ts';

// RFC 4180 ends lines with CR and LF.
const LINE_END = '\r\n';

/** The line that names the columns. */
export function csvHead(columns: readonly Column[]): string {
  return csvLine(columns.map(({ name }) => name));
}

/**
 * A record as RFC 4180 has it. A value that a spreadsheet may take for a formula (it starts with = + - @) is put
 * in quotes like any other that needs them and is otherwise left as it is: what is read back is what was there.
 */
export function csvRow(record: unknown, columns: readonly Column[]): string {
  return csvLine(columns.map(({ path }) => valueText(memberAt(record, path), String)));
}

/** Texts as one line. */
export function csvLine(texts: readonly string[]): string {
  return texts.map(quoted).join(',') + LINE_END;
}

function quoted(text: string): string {
  return /[",\r\n]|^[=+\-@\s]|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
