import { textWidth } from '../../terminal/text-width.ts';

/** What stands on the screen at one moment. */
export interface Frame {
  /** The line above the result. */
  readonly title: string;
  readonly text: string;
}

// ECMA-48 and xterm: another screen than the one with the shell's lines, without a cursor, and back.
export const enterScreen = '\u001b[?1049h\u001b[?25l';
export const leaveScreen = '\u001b[?25h\u001b[?1049l';
const home = '\u001b[H';
const clearLine = '\u001b[K';
const clearBelow = '\u001b[J';

/** Draws a frame over the one before it without flicker; lines that the screen has no room for are counted. */
export function drawFrame({ title, text }: Frame, columns: number, rows: number): string {
  const lines = [title, '', ...text.split('\n').slice(0, -1)];
  const shown: string[] = [];
  let room = rows;
  for (const [i, line] of lines.entries()) {
    const height = Math.max(1, Math.ceil(visibleWidth(line) / columns));
    const isLast = i === lines.length - 1;
    // The last line of the screen is for what does not fit.
    if (height > room - (isLast ? 0 : 1)) {
      shown.push(`… ${lines.length - i} more`);
      break;
    }
    room -= height;
    shown.push(line);
  }
  return home + shown.map((line) => `${line}${clearLine}`).join('\n') + clearBelow;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that we write ourselves
const CONTROL_SEQUENCE = /\u001b\[[\d;]*m|\u001b\]8;;[^\u001b]*\u001b\\/g;

/** Columns that a line of ours takes, its colours and links left out. */
export function visibleWidth(line: string): number {
  return textWidth(line.replace(CONTROL_SEQUENCE, ''));
}
