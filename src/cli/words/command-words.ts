import type { CatalogueEntry } from '../../contract/index.ts';
import type { Resource } from '../../contract/schema/resource.ts';

/** The words of a resource: `edges tcp ip-restriction`. */
export function resourceWords(resource: Pick<Resource, 'name'>): string[] {
  return resource.name.split('.');
}

/** The words that run an operation, the program's name first. */
export function commandWords({ resource, verb }: Pick<CatalogueEntry, 'resource' | 'verb'>): string {
  return ['tunnelctl', ...resourceWords(resource), verb].join(' ');
}

const SAFE = /^[\w@%+:,./-][\w@%+=:,./-]*$/;
const CONTROL = /\p{Cc}/u;

/** A word as bash, zsh and other shells with `$'…'` read it back unchanged. */
export function shellWord(text: string): string {
  if (SAFE.test(text)) return text;
  if (CONTROL.test(text)) return `$'${text.replace(/[\\'\p{Cc}]/gu, spellOut)}'`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const spelled: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function spellOut(character: string): string {
  return spelled[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
