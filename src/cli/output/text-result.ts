import { sanitizeBlock } from '../../contract/rules/sanitize.ts';
import { fieldError } from '../errors/cli-error.ts';

/**
 * One text as a result. On a pipe it is byte for byte what was there, and one line break: what lines of a shell end
 * with, and what `$(…)`, `@-` and `@FILE` take away again, so that the text comes back as it was. On a terminal it
 * keeps its lines and holds nothing that a terminal obeys.
 */
export function formatText(text: string, isForTerminal: boolean): string {
  if (!isForTerminal) return `${text}\n`;
  const shown = sanitizeBlock(text);
  return shown.endsWith('\n') ? shown : `${shown}\n`;
}

/** The text that `--output raw` prints of a value. Throws a CliError for what is none. */
export function rawText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const what =
    value === null || value === undefined ? 'nothing' : Array.isArray(value) ? 'a list' : 'an object';
  throw fieldError('--output', `raw prints texts, and this is ${what}`, {
    hint: 'choose a text with --columns or --query, or take --output json',
  });
}
