import { escapeOnLine, sanitizeBlock, sanitizeLine } from '../../contract/rules/sanitize.ts';
import { memberAt } from '../../contract/schema/member-path.ts';
import type { ObjectSchema, Schema } from '../../contract/schema/schema.ts';
import { paint } from '../terminal/colour.ts';
import { cellText, isRef, valueText } from './table/cell.ts';
import { type Column, isTimeColumn } from './table/column.ts';
import { cellOf, relativeTime, showCell } from './table/terminal-cell.ts';

type Members = Readonly<Record<string, unknown>>;

/** Longer texts stand on lines of their own, where they can be read and copied. */
const LONGEST_BESIDE_NAME = 100;

/** A member of a record, or of a member of it, and its value. */
interface RecordLine {
  readonly column: Column;
  readonly value: unknown;
}

/** The members of a record in the schema's order, nested ones by their dotted names; or the chosen ones alone. */
export function recordLines(
  record: unknown,
  schema: ObjectSchema,
  columns: readonly Column[] | undefined,
): RecordLine[] {
  if (columns === undefined) return flatten(record as Members, schema, []);
  return columns.flatMap((column) => {
    const value = memberAt(record, column.path);
    const isWhole = column.schema?.properties !== undefined && typeof value === 'object' && value !== null;
    return isWhole ? flattenMember(column.path, value, column.schema) : [{ column, value }];
  });
}

/** A record for a person: a member a line, times as people say them and as they are, documents in blocks. */
export function formatRecord(
  lines: readonly RecordLine[],
  { isColoured, now }: { readonly isColoured: boolean; readonly now: number | undefined },
): string {
  const width = Math.max(0, ...lines.map(({ column }) => sanitizeLine(column.name).length)) + 2;
  return lines
    .map(({ column, value }) => {
      const name = `${sanitizeLine(column.name)}:`;
      const label = isColoured ? paint(name, 'bold') : name;
      if (isBlock(value)) return `${label}\n${indent(sanitizeBlock(value.trimEnd()))}\n`;
      const cell = cellOf(value, column, now);
      const relative =
        isTimeColumn(column) && typeof value === 'string' && now !== undefined
          ? relativeTime(value, now)
          : undefined;
      const shown = relative === undefined ? cell : { text: `${relative} (${cellText(value)})` };
      return `${label}${' '.repeat(width - name.length)}${showCell(shown, Number.POSITIVE_INFINITY, isColoured)}\n`;
    })
    .join('');
}

/** A record for a program: a name, a tab and the value a line. */
export function formatRecordForPipe(lines: readonly RecordLine[]): string {
  return lines
    .map(({ column, value }) => `${escapeOnLine(column.name)}\t${valueText(value, escapeOnLine)}\n`)
    .join('');
}

function isBlock(value: unknown): value is string {
  return typeof value === 'string' && (value.length > LONGEST_BESIDE_NAME || value.trimEnd().includes('\n'));
}

function indent(text: string): string {
  return text.replace(/(^|\n)(?=[^\n])/g, '$1  ');
}

function flatten(record: Members, schema: ObjectSchema, above: readonly string[]): RecordLine[] {
  const known = Object.keys(schema.properties ?? {}).filter((name) => Object.hasOwn(record, name));
  const newer = Object.keys(record).filter((name) => !known.includes(name));
  return [...known, ...newer].flatMap((name) =>
    flattenMember([...above, name], record[name], schema.properties?.[name]),
  );
}

function flattenMember(path: readonly string[], value: unknown, schema: Schema | undefined): RecordLine[] {
  const known = typeof schema === 'object' ? (schema as ObjectSchema) : undefined;
  const isNested = known?.properties !== undefined;
  // A kind that was not chosen says nothing.
  if (value === null && isNested) return [];
  if (isNested && !isRef(value)) {
    const lines = flatten(value as Members, known, path);
    if (lines.length > 0) return lines;
  }
  return [{ column: { name: path.join('.'), path, schema: known }, value }];
}
