import Table from 'cli-table3';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { memberAt } from '../../../contract/schema/member-path.ts';
import { paint } from '../../terminal/colour.ts';
import { textWidth } from '../../terminal/text-width.ts';
import { nothing } from './cell.ts';
import type { Column } from './column.ts';
import { type Fit, fitColumns, GAP } from './fit-columns.ts';
import { cellOf, showCell, type TerminalCell } from './terminal-cell.ts';

/** What a table whose columns line up has to keep to. */
interface TableStyle {
  /**
   * Columns of the terminal that it fits; `wide` where lines may be longer, `whole` where nothing may be cut either,
   * as on a pipe.
   */
  readonly width: number | 'wide' | 'whole';
  /** Whether columns may go where there is no room for all; they may by default. */
  readonly mayHide?: boolean;
  readonly isColoured: boolean;
  readonly hasHead: boolean;
  /** Milliseconds since 1970; undefined leaves times as they are. */
  readonly now: number | undefined;
}

/** A table that grows: lines for the records so far, in the columns that the first ones decided. */
export interface GrowingTable {
  lines(records: readonly unknown[]): string;
  /** The columns that the width had no room for, once there are lines. */
  hidden(): readonly Column[];
}

/** Cells are never longer than this in a table that has no width to keep to, but for ids. */
const LONGEST_CELL = 40;

/** cli-table3 takes the square of the rows that it is given at once. */
const ROWS_AT_ONCE = 100;

/** Records as columns that line up under a head. The first records decide the widths. */
export function growTable(columns: readonly Column[], style: TableStyle): GrowingTable {
  let fit: Fit | undefined;
  return {
    lines(records) {
      const rows = records.map(
        (record) =>
          new Map(
            columns.map((column) => [column, cellOf(memberAt(record, column.path), column, style.now)]),
          ),
      );
      const isFirst = fit === undefined;
      fit = decide(columns, rows, style, fit);
      const head = isFirst && style.hasHead ? headLine(fit, style.isColoured) : '';
      return head + render(rows, fit, style.isColoured);
    },
    hidden: () => fit?.hidden ?? [],
  };
}

type Row = ReadonlyMap<Column, TerminalCell>;

function decide(
  columns: readonly Column[],
  rows: readonly Row[],
  { width, mayHide = true, hasHead }: TableStyle,
  before: Fit | undefined,
): Fit {
  if (before !== undefined && width !== 'whole') return before;
  const measured = columns.map((column, i) => {
    const texts = rows.map((row) => row.get(column)?.text ?? '');
    const head = hasHead ? headOf(column).length : 0;
    const natural = texts.reduce(
      (widest, text) => Math.max(widest, textWidth(text)),
      before?.shown[i]?.width ?? head,
    );
    return { column, natural, isEmpty: texts.every((text) => text === nothing) };
  });
  if (typeof width === 'number') return fitColumns(measured, width, mayHide);
  const most = width === 'whole' ? Number.POSITIVE_INFINITY : LONGEST_CELL;
  // Each column on its own, so that one long text does not take the room of the others.
  return { shown: measured.flatMap((one) => fitColumns([one], most, false).shown), hidden: [] };
}

// A query may give any name to what it makes.
function headOf({ name }: Column): string {
  return sanitizeLine(name.toUpperCase());
}

function headLine(fit: Fit, isColoured: boolean): string {
  const names = new Map(fit.shown.map(({ column }) => [column, { text: headOf(column) }]));
  const line = render([names], fit, false);
  return isColoured ? `${paint(line.trimEnd(), 'bold')}\n` : line;
}

const sides = ['top', 'bottom', 'left', 'right'] as const;
const places = ['', '-left', '-mid', '-right'] as const;
/** No lines around the cells: what is between columns is white space. */
const bare = Object.fromEntries([
  ...sides.flatMap((side) => places.map((place) => [side + place, ''])),
  ...['mid', 'mid-mid', 'middle'].map((name) => [name, '']),
]);

function render(rows: readonly Row[], { shown }: Fit, isColoured: boolean): string {
  let text = '';
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const table = new Table({
      chars: bare,
      style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': GAP },
      colWidths: shown.map(({ width }) => width + GAP),
    });
    for (const row of rows.slice(start, start + ROWS_AT_ONCE)) {
      const cells = shown.map(({ column, width }) => {
        const cell = row.get(column);
        // cli-table3 would cut links and characters of several code points in two.
        return cell === undefined ? '' : showCell(cell, width, isColoured);
      });
      table.push(cells);
    }
    // Nothing follows the last column, so no line ends in spaces.
    text += table.toString().replace(/ +$/gm, '');
    text += '\n';
  }
  return text;
}
