import { memberAt } from '../../../contract/schema/member-path.ts';
import { paint } from '../../terminal/colour.ts';
import { padEnd, textWidth } from '../../terminal/text-width.ts';
import { type Column, isIdColumn, isTimeColumn } from './column.ts';
import { cellOf, showCell, type TerminalCell } from './terminal-cell.ts';

/** What a table on a terminal has to keep to. */
interface TableStyle {
  /** Columns of the terminal; undefined where lines may be longer than it. */
  readonly width: number | undefined;
  /** Whether columns may go where there is no room for all; they may by default. */
  readonly mayHide?: boolean;
  readonly isColoured: boolean;
  readonly hasHead: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A table that grows: lines for the records so far, in the columns that the first ones decided. */
export interface GrowingTable {
  lines(records: readonly unknown[]): string;
  /** The columns that the width had no room for, once there are lines. */
  hidden(): readonly Column[];
}

/** Cells are never longer than this in a table that has no width to keep to, but for ids. */
const LONGEST_CELL = 40;

/** Records as columns that line up under a head, fitted to the terminal. The first records decide the widths. */
export function growTable(columns: readonly Column[], style: TableStyle): GrowingTable {
  let fit: Fit | undefined;
  return {
    lines(records) {
      const rows = records.map((record) =>
        columns.map((column) => cellOf(memberAt(record, column.path), column, style.now)),
      );
      const isFirst = fit === undefined;
      fit ??= decide(columns, rows, style);
      const head = isFirst && style.hasHead ? headLine(fit, style.isColoured) : '';
      return head + rows.map((row) => `${cellsLine(row, fit as Fit, style.isColoured)}\n`).join('');
    },
    hidden: () => fit?.hidden ?? [],
  };
}

function decide(columns: readonly Column[], rows: readonly TerminalCell[][], style: TableStyle): Fit {
  const natural = columns.map((column, i) => {
    const head = style.hasHead ? column.name.length : 0;
    return rows.reduce((widest, row) => Math.max(widest, textWidth(row[i]?.text ?? '')), head);
  });
  if (style.width !== undefined) return fitColumns(columns, natural, style.width, style.mayHide ?? true);
  // Each column on its own, so that one long text does not take the room of the others.
  const shown = columns.map((column, i) => {
    const [alone] = fitColumns([column], [natural[i] ?? 0], LONGEST_CELL, false).shown;
    return { column, width: alone?.width ?? 0 };
  });
  return { shown, hidden: [] };
}

function headLine(fit: Fit, isColoured: boolean): string {
  const names = fit.shown.map(({ column }) => ({ text: column.name.toUpperCase() }));
  const line = cellsLine(names, fit, false);
  return `${isColoured ? paint(line, 'bold') : line}\n`;
}

function cellsLine(cells: readonly TerminalCell[], { shown }: Fit, isColoured: boolean): string {
  return shown
    .map(({ width }, i) => {
      const cell = cells[i] ?? { text: '' };
      const seen = showCell(cell, width, isColoured);
      // Nothing follows the last one, so no line ends in spaces.
      if (i === shown.length - 1) return seen;
      const plain = showCell(cell, width, false);
      return seen + padEnd(plain, width + GAP).slice(plain.length);
    })
    .join('');
}

/** Spaces between columns. */
const GAP = 2;

/** Texts are not cut shorter than this; before that, columns go. */
const SHORTEST = 16;

/** How a table fits a terminal: the columns that are shown, each with its width. */
interface Fit {
  readonly shown: readonly { readonly column: Column; readonly width: number }[];
  /** What there was no room for. */
  readonly hidden: readonly Column[];
}

/**
 * Fits columns into a width: long texts are cut first, the longest most; ids, times and choices never. Where that
 * is not enough the last columns go, but never the first, and none that somebody asked for.
 * @param natural the width of each column with nothing cut
 */
function fitColumns(
  columns: readonly Column[],
  natural: readonly number[],
  width: number,
  mayHide: boolean,
): Fit {
  const widths = columns.map((_, i) => natural[i] ?? 0);
  const least = columns.map((column, i) =>
    Math.min(widths[i] ?? 0, isCuttable(column) ? SHORTEST : Infinity),
  );
  let count = columns.length;
  while (mayHide && count > 1 && total(least.slice(0, count)) > width) count--;
  const shown = widths.slice(0, count);
  let excess = total(shown) - width;
  for (; excess > 0; excess--) {
    const longest = longestCuttable(shown, least);
    if (longest < 0) break;
    shown[longest] = (shown[longest] ?? 0) - 1;
  }
  return {
    shown: columns.slice(0, count).map((column, i) => ({ column, width: shown[i] ?? 0 })),
    hidden: columns.slice(count),
  };
}

function isCuttable(column: Column): boolean {
  const { schema } = column;
  if (isIdColumn(column) || isTimeColumn(column)) return false;
  return (
    schema === undefined ||
    (schema.enum === undefined && schema.type !== 'boolean' && schema.type !== 'integer')
  );
}

function longestCuttable(widths: readonly number[], least: readonly number[]): number {
  let longest = -1;
  for (const [i, width] of widths.entries()) {
    if (width > (least[i] ?? 0) && width > (widths[longest] ?? -1)) longest = i;
  }
  return longest;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1);
}
