import { sanitizeLine } from '../../../contract/rules/sanitize.ts';

/** How many characters of a name are shown: a public key goes on for hundreds. */
const longestName = 80;

/** A name on one line, without its middle where it is long. */
export function shortName(name: string): string {
  const line = sanitizeLine(name);
  if (line.length <= longestName) return line;
  const characters = [...line];
  if (characters.length <= longestName) return line;
  return `${characters.slice(0, 50).join('')}…${characters.slice(-20).join('')}`;
}

/** The beginning of a text of more than so many UTF-16 units, with no half of a character at its end. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
