import { shellWord } from '../../help/shell-words.ts';

/** A setting as it can be given to `config set` again; the words of a command as a shell reads them. */
export function formatSetting(value: unknown): string {
  return Array.isArray(value) ? value.map((word) => shellWord(String(word))).join(' ') : String(value);
}
