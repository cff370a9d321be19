import { ownEntry } from '../../contract/schema/json-object.ts';

/** Other words for a verb that mean just it. They run, where no command has that name of its own. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  list: ['ls'],
  get: ['show', 'view'],
  create: ['new', 'add'],
  delete: ['rm', 'remove'],
};

/** Words that people try for a verb. What they mean is guessed, so they are answered with a suggestion. */
const guesses: Readonly<Record<string, readonly string[]>> = {
  list: ['all', 'index', 'search', 'find'],
  get: ['describe', 'info', 'read', 'inspect'],
  create: ['make', 'register', 'issue'],
  update: ['edit', 'modify', 'change', 'set', 'patch'],
  replace: ['set', 'put', 'create', 'update'],
  delete: ['del', 'destroy', 'drop', 'erase', 'revoke', 'unset'],
  stop: ['kill', 'end', 'close', 'terminate', 'disconnect'],
  restart: ['reboot', 'reload'],
};

/** The verbs that a word is just another word for. */
export function verbsMeant(word: string): string[] {
  return verbsIn(synonyms, word);
}

/** The verbs that may have been meant by a word. */
export function verbsGuessed(word: string): string[] {
  return [...verbsMeant(word), ...verbsIn(guesses, word)];
}

/** Whether a word is a verb of many things, or another word for one. */
export function isVerb(word: string): boolean {
  return Object.hasOwn(guesses, word) || verbsGuessed(word).length > 0;
}

/** The other words that run a verb. */
export function synonymsOf(verb: string): readonly string[] {
  return ownEntry(synonyms, verb) ?? [];
}

function verbsIn(table: Readonly<Record<string, readonly string[]>>, word: string): string[] {
  return Object.keys(table).filter((verb) => table[verb]?.includes(word));
}

/** One of what a plural names: `endpoints` as `endpoint`. */
export function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
