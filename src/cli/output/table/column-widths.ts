import { type Column, isIdColumn, isTimeColumn } from './column.ts';

/** Spaces between columns. */
export const GAP = 2;

/** Texts are not cut shorter than this; before that, columns go. */
const SHORTEST = 16;

/** How a table fits a terminal: the columns that are shown, each with its width. */
export interface Fit {
  readonly shown: readonly { readonly column: Column; readonly width: number }[];
  /** What there was no room for. */
  readonly hidden: readonly Column[];
}

/**
 * Fits columns into a width: long texts are cut first, the longest most; ids, times and choices never. Where that
 * is not enough the last columns go, but never the first, and none that somebody asked for.
 * @param natural the width of each column with nothing cut
 */
export function fitColumns(
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
