import { paint, type Style } from '../../terminal/colour.ts';
import { truncate } from '../../terminal/text-width.ts';
import { cellText, nothing } from './cell.ts';
import { type Column, isTimeColumn } from './column.ts';

/** A value as a terminal shows it: a text and how it looks. */
export interface TerminalCell {
  readonly text: string;
  readonly style?: Style | undefined;
  /** Where a click leads. */
  readonly link?: string | undefined;
}

// By the words of the contract's own choices, whichever member holds them.
const styles: Record<string, Style> = {
  PENDING: 'yellow',
  PARTIALLY_PROCESSED: 'yellow',
  PROCESSED: 'green',
  BANNED: 'red',
  UNBANNED: 'green',
  IGNORE: 'dim',
  ephemeral: 'magenta',
  edge: 'blue',
  cloud: 'cyan',
  true: 'green',
  false: 'dim',
};

/**
 * The value of a column, times as people say them.
 * @param now milliseconds since 1970; undefined leaves times as they are
 */
export function cellOf(value: unknown, column: Column, now: number | undefined): TerminalCell {
  const text = emptyText(value, column) ?? cellText(value);
  if (text === nothing) return { text, style: 'dim' };
  if (isTimeColumn(column)) {
    return { text: (now === undefined ? undefined : relativeTime(text, now)) ?? text, style: 'dim' };
  }
  const style = choiceStyle(value, column);
  if (style !== undefined) return { text, style };
  return { text, link: value === text && isLink(text) ? text : undefined };
}

/** What an empty list stands for, where that is more than nothing. */
function emptyText(value: unknown, { schema }: Column): string | undefined {
  return Array.isArray(value) && value.length === 0 ? schema?.['x-empty']?.means : undefined;
}

/** The colour of a choice of the contract, or of on and off; undefined for any other value. */
function choiceStyle(value: unknown, { schema }: Column): Style | undefined {
  return schema?.enum !== undefined || typeof value === 'boolean' ? styles[String(value)] : undefined;
}

/** A text with the colour of its choice, if it is one. */
export function paintChoice(text: string, value: unknown, column: Column): string {
  const style = choiceStyle(value, column);
  return style === undefined ? text : paint(text, style);
}

// Visible ASCII alone: a control in an address would end the escape sequence that carries it.
function isLink(text: string): boolean {
  return /^https?:\/\/[\x21-\x7e]+$/.test(text);
}

/** A cell in at most so many columns, with its colour and link where the terminal takes them. */
export function showCell({ text, style, link }: TerminalCell, width: number, isColoured: boolean): string {
  const shown = truncate(text, width);
  if (!isColoured) return shown;
  const linked = link === undefined ? shown : `\u001b]8;;${link}\u001b\\${shown}\u001b]8;;\u001b\\`;
  return style === undefined ? linked : paint(linked, style);
}

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

// Clocks of two machines differ by so much without anything being wrong.
const NOW_SECONDS = 5;

/**
 * A time (RFC 3339) as people say it: `3 minutes ago`, `in 2 hours`, rounded down to one unit. Undefined for what
 * is no time, and for the zero time, which stands for never (contract/README.md "Operator").
 */
export function relativeTime(text: string, now: number): string | undefined {
  const time = Date.parse(text);
  if (Number.isNaN(time) || time < 0) return undefined;
  const seconds = Math.abs(now - time) / 1000;
  if (seconds < NOW_SECONDS) return 'just now';
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? ['second', 1];
  const count = Math.floor(seconds / length);
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return time > now ? `in ${words}` : `${words} ago`;
}
