import { CodedError } from '../../../contract/errors/coded-error.ts';
import { sanitizeBlock } from '../../../contract/rules/sanitize.ts';
import { describeFailure } from '../../errors/failure.ts';

/** Why a text was not sent. */
export interface Complaint {
  /** The error, whose message names lines of the text as it is with so many more above it. */
  error(linesAbove: number): Promise<unknown>;
  /** What to do about it in the editor. */
  readonly advice: string;
}

/** What our own lines at the head of a text begin with; to YAML they are comments. */
const mark = '#!';

/** A text under what is wrong with it, and the error that names the lines of this text. */
export interface ComplainedText {
  readonly text: string;
  readonly error: unknown;
}

/** @param command the words that were understood */
export async function withComplaint(
  text: string,
  { error, advice }: Complaint,
  command: string,
): Promise<ComplainedText> {
  const linesWith = async (above: number) => {
    const { message, hint } = describeFailure(await error(above), command);
    const parts = [message, ...(hint === undefined ? [] : [`hint: ${hint}`]), '', advice];
    return sanitizeBlock(parts.join('\n')).split('\n');
  };
  const above = (await linesWith(0)).length;
  const lines = (await linesWith(above)).map((line) => `${mark} ${line}`.trimEnd());
  return { text: [...lines, text].join('\n'), error: await error(above) };
}

/** The text without our lines, however many of them are left. */
export function withoutComplaint(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => !line.startsWith(mark));
  return lines.slice(first < 0 ? lines.length : first).join('\n');
}

/** The error with lines of a document inside the text, such as a policy, as lines of the text: where an editor goes to. */
export function namingLines(error: unknown, text: string): unknown {
  if (!(error instanceof CodedError)) return error;
  const lines = text.split('\n');
  error.message = error.message.replace(/^line (\d+): (\S+) line (\d+): /gm, (said, line, name, inside) => {
    const isBlock = /: *\|[-+\d]*\s*$/.test(lines[Number(line) - 1] ?? '');
    return isBlock ? `line ${Number(line) + Number(inside)}: ${name} ` : said;
  });
  return error;
}

/** The text with empty lines of ours above it, so that what reads it names other lines. */
export function moveDown(text: string, lines: number): string {
  return `${mark}\n`.repeat(lines) + text;
}
