import { memberAt } from '../../../contract/schema/member-path.ts';
import { valueText } from './cell.ts';
import type { Column } from './column.ts';

// RFC 4180 ends lines with CR and LF.
const LINE_END = '\r\n';

/** How lines are written: by default what is read back is what was there, whatever a spreadsheet makes of it. */
export interface CsvChoices {
  /** A text that a spreadsheet would run as a formula gets a `'` in front, which shows it as the text that it is. */
  readonly isCsvSafe: boolean;
}

/** The line that names the columns. */
export function csvHead(columns: readonly Column[], choices: CsvChoices): string {
  return csvLine(
    columns.map(({ name }) => name),
    choices,
  );
}

/** A record as RFC 4180 has it. */
export function csvRow(record: unknown, columns: readonly Column[], choices: CsvChoices): string {
  return csvLine(
    columns.map(({ path }) => memberAt(record, path)),
    choices,
  );
}

/** Values as one line. */
export function csvLine(values: readonly unknown[], { isCsvSafe }: CsvChoices): string {
  return (
    values.map((value) => quoted(isCsvSafe ? asText(value) : valueText(value, String))).join(',') + LINE_END
  );
}

// What spreadsheets begin a formula with, and what they skip in front of one; the wide forms are taken for the narrow.
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A value as a text that is none for a spreadsheet to run; a number is one that it may reckon with. */
function asText(value: unknown): string {
  const text = valueText(value, String);
  return typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]|^[=+\-@\s]|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
