import { paint } from '../../terminal/colour.ts';
import { padEnd, textWidth } from '../../terminal/text-width.ts';
import type { Column } from './column.ts';
import { type Fit, fitColumns, GAP } from './column-widths.ts';
import { showCell, type TerminalCell, terminalCell } from './terminal-cell.ts';

/** What a table on a terminal has to keep to. */
export interface TableStyle {
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
      const rows = records.map((record) => columns.map((column) => terminalCell(record, column, style.now)));
      const isFirst = fit === undefined;
      fit ??= decide(columns, rows, style);
      const head = isFirst && style.hasHead ? headLine(fit, style) : '';
      return head + rows.map((row) => rowLine(row, fit as Fit, style)).join('');
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

function headLine({ shown }: Fit, { isColoured }: TableStyle): string {
  const line = joinCells(
    shown.map(({ column, width }) => {
      const head = showCell({ text: column.name.toUpperCase() }, width, false);
      return { text: head, shown: head, width };
    }),
  );
  return `${isColoured ? paint(line, 'bold') : line}\n`;
}

function rowLine(row: readonly TerminalCell[], { shown }: Fit, { isColoured }: TableStyle): string {
  const cells = shown.map(({ width }, i) => {
    const cell = row[i] ?? { text: '' };
    return { text: showCell(cell, width, false), shown: showCell(cell, width, isColoured), width };
  });
  return `${joinCells(cells)}\n`;
}

/** @param cells each as it is measured, and as it is shown */
function joinCells(cells: readonly { text: string; shown: string; width: number }[]): string {
  return cells
    .map(({ text, shown, width }, i) =>
      // Nothing follows the last one, so no line ends in spaces.
      i === cells.length - 1 ? shown : shown + padEnd(text, width + GAP).slice(text.length),
    )
    .join('');
}
