import { type Column, isIdColumn, isTimeColumn } from './column.ts';

/** Spaces between columns. */
export const GAP = 2;

/** Texts are not cut shorter than this, unless their schema says so; before that, columns go. */
const SHORTEST = 16;

/** A column and what its rows need. */
export interface MeasuredColumn {
  readonly column: Column;
  /** Its width with nothing cut. */
  readonly natural: number;
  /** Whether no row has a value in it. */
  readonly isEmpty: boolean;
}

/** How a table fits a terminal: the columns that are shown, each with its width. */
export interface Fit {
  readonly shown: readonly { readonly column: Column; readonly width: number }[];
  /** What there was no room for. */
  readonly hidden: readonly Column[];
}

/**
 * Fits columns into a width: long texts are cut first, the longest most; ids, times and choices never. Where that
 * is not enough columns go: those without any value first, then the last of those that their schema does not keep
 * (`x-column`), then these; but never the first, and none that somebody asked for.
 */
export function fitColumns(all: readonly MeasuredColumn[], width: number, mayHide: boolean): Fit {
  const wishes = wishesOf(all, width, mayHide);
  const left = mayHide ? withRoom(wishes, width) : wishes;
  const widths = left.map(({ natural }) => natural);
  for (let excess = total(widths) - width; excess > 0; excess--) {
    const longest = longestCuttable(widths, left);
    if (longest < 0) break;
    widths[longest] = (widths[longest] ?? 0) - 1;
  }
  return {
    shown: left.map(({ column }, i) => ({ column, width: widths[i] ?? 0 })),
    hidden: wishes.filter((wish) => !left.includes(wish)).map(({ column }) => column),
  };
}

interface Wish extends MeasuredColumn {
  /** It is cut no shorter. */
  readonly least: number;
}

/** What would be whole is so only where the first column and those that are kept have room for it. */
function wishesOf(all: readonly MeasuredColumn[], width: number, mayHide: boolean): Wish[] {
  const wholly = all.map((one) => ({ ...one, least: leastWidth(one, true) }));
  const needed = mayHide ? wholly.filter((wish, i) => i === 0 || isKept(wish)) : wholly;
  if (total(needed.map(({ least }) => least)) <= width) return wholly;
  return all.map((one) => ({ ...one, least: leastWidth(one, false) }));
}

function leastWidth({ column, natural }: MeasuredColumn, mayBeWhole: boolean): number {
  if (!isCuttable(column)) return natural;
  const least = column.schema?.['x-column']?.least ?? SHORTEST;
  if (least === 'whole') return mayBeWhole ? natural : Math.min(natural, SHORTEST);
  return Math.min(natural, least);
}

function isKept({ column, isEmpty }: MeasuredColumn): boolean {
  return !isEmpty && column.schema?.['x-column']?.kept === true;
}

/** Those that there is room for. What a wide one leaves may be enough for a narrow one that went before it. */
function withRoom(wishes: readonly Wish[], width: number): Wish[] {
  const gone = new Set<Wish>();
  const left = () => wishes.filter((wish) => !gone.has(wish));
  for (const wish of inOrderOfGoing(wishes)) {
    if (total(left().map(({ least }) => least)) <= width) break;
    gone.add(wish);
  }
  for (const wish of wishes) {
    // It comes back only where nothing is cut for it.
    if (!gone.delete(wish)) continue;
    if (wish.isEmpty || total(left().map(({ natural }) => natural)) > width) gone.add(wish);
  }
  return left();
}

function inOrderOfGoing([, ...others]: readonly Wish[]): Wish[] {
  const fromTheEnd = others.reverse();
  const rank = (wish: Wish) => (wish.isEmpty ? 0 : isKept(wish) ? 2 : 1);
  return [0, 1, 2].flatMap((turn) => fromTheEnd.filter((wish) => rank(wish) === turn));
}

function isCuttable(column: Column): boolean {
  const { schema } = column;
  if (isIdColumn(column) || isTimeColumn(column)) return false;
  return (
    schema === undefined ||
    (schema.enum === undefined && schema.type !== 'boolean' && schema.type !== 'integer')
  );
}

function longestCuttable(widths: readonly number[], wishes: readonly Wish[]): number {
  let longest = -1;
  for (const [i, width] of widths.entries()) {
    if (width > (wishes[i]?.least ?? 0) && width > (widths[longest] ?? -1)) longest = i;
  }
  return longest;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1);
}
