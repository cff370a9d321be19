import { ProblemError } from '../../contract/rules/rule.ts';
import { hasControlCharacters } from '../../contract/rules/sanitize.ts';

const SAFE = /^[\w@%+:,./-][\w@%+=:,./-]*$/;

/**
 * A word as every shell of POSIX reads it back unchanged (sh, dash, bash, zsh), holding nothing that a terminal obeys:
 * line breaks stand between quotes, and what else is no text is printed by printf(1) as it is read. Throws a
 * ProblemError for NUL, which no word can hold.
 * @param encoding of the bytes that the word is to be; latin1 for what stands in a header
 */
export function shellWord(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  if (SAFE.test(text)) return text;
  if (text.includes('\0')) throw new ProblemError('holds a NUL, which no word of a command line can');
  const parts: { text: string; isSpelled: boolean }[] = [{ text: '', isSpelled: false }];
  for (const character of text) {
    const isSpelled = isSpelledOut(character, encoding);
    const last = parts.at(-1);
    if (last?.isSpelled === isSpelled) last.text += character;
    else parts.push({ text: character, isSpelled });
  }
  const written = parts.filter((part) => part.text !== '' || parts.length === 1);
  return written.map((part) => (part.isSpelled ? spelled(part.text, encoding) : quoted(part.text))).join('');
}

/** Between single quotes a shell reads nothing but the quote that ends them: no `!`, no `$`, no backslash. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What `$(…)` takes away at the end are line breaks, and none is spelled out. */
function spelled(text: string, encoding: 'utf8' | 'latin1'): string {
  const octal = [...Buffer.from(text, encoding)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return `"$(printf '${octal.join('')}')"`;
}

function isSpelledOut(character: string, encoding: 'utf8' | 'latin1'): boolean {
  // A tab that is pasted into a terminal completes words.
  if (character === '\t' || hasControlCharacters(character)) return true;
  return encoding === 'latin1' && character > '\x7e';
}
