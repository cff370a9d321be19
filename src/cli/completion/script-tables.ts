import type { Hint } from '../parser/hint.ts';
import type { CommandModel, CompletionModel, DescribedWord, OptionModel } from './read-commands.ts';

/**
 * The model as the scripts hold it: texts of lines by a key, one table for each question that a script asks.
 * No line holds a control character; `|` separates what a line says, and only its last part may hold one.
 */
export interface ScriptTables {
  /** By the words of a group, `word|description` for what can follow; by `%name` the lines of a list. */
  readonly words: Table;
  /** By the words of a command, `hint` for each argument. */
  readonly arguments: Table;
  /** By the words of a command, the numbers of its blocks of options. */
  readonly blocks: Table;
  /** By the number of a block, `--option|hint|description`: options that always occur together. */
  readonly options: Table;
}

export type Table = ReadonlyMap<string, readonly string[]>;

/** Puts the model into the scripts' form. */
export function scriptTables({ commands, lists }: CompletionModel): ScriptTables {
  const { blocks, options } = shareOptions(commands);
  return {
    words: new Map(
      [
        ...commands.map(({ words, children }) => [words, children.map(formatWord)] as const),
        ...Object.entries(lists).map(([name, list]) => [`%${name}`, list.map(formatWord)] as const),
      ].filter(([, lines]) => lines.length > 0),
    ),
    arguments: new Map(
      commands
        .filter((command) => command.arguments.length > 0)
        .map((command) => [
          command.words,
          command.arguments.map(({ value, isRepeatable }) => formatHint(value, isRepeatable)),
        ]),
    ),
    blocks,
    options,
  };
}

/** Options that all the same commands have make up a block, so that a script says each option once. */
function shareOptions(commands: readonly CommandModel[]): Pick<ScriptTables, 'blocks' | 'options'> {
  const owners = new Map<string, string[]>();
  for (const { words, options } of commands) {
    for (const line of options.map(formatOption)) owners.set(line, [...(owners.get(line) ?? []), words]);
  }
  const byOwners = new Map<string, string[]>();
  for (const [line, words] of owners) {
    const key = words.join('\n');
    byOwners.set(key, [...(byOwners.get(key) ?? []), line]);
  }
  const numbered = [...byOwners].map(([key, lines], i) => ({
    number: String(i + 1),
    words: key.split('\n'),
    lines,
  }));
  const numbersOf = (words: string) =>
    numbered.flatMap((block) => (block.words.includes(words) ? block.number : [])).join(' ');
  return {
    blocks: new Map(commands.map(({ words }) => [words, [numbersOf(words)]])),
    options: new Map(numbered.map(({ number, lines }) => [number, lines])),
  };
}

function formatWord({ word, description }: DescribedWord): string {
  return `${word}|${oneLine(description)}`;
}

function formatOption({ word, description, value, isRepeatable }: OptionModel): string {
  const hint = value === undefined ? '' : formatHint(value, isRepeatable);
  return `${word}|${hint}|${oneLine(description)}`;
}

const paths: Record<NonNullable<Hint['path']>, string> = {
  file: 'F',
  directory: 'D',
  'at-file': '@',
  'mostly-at-file': 'A',
};

/**
 * `*` stands for any value, `+` for one that may be given again, `=word` for a word, `,` for words separated by
 * commas, `-` for words that may have a minus in front, `%list` and `^source` for where words come from, a letter
 * or `@` for files.
 */
function formatHint(hint: Hint, isRepeatable: boolean): string {
  const { words = [], isCommaSeparated, mayBeNegative, list, source, path } = hint;
  const parts = [
    '*',
    isRepeatable && '+',
    isCommaSeparated && ',',
    mayBeNegative && '-',
    ...words.map((word) => `=${word}`),
    list !== undefined && `%${list}`,
    source !== undefined && `^${source}`,
    path !== undefined && paths[path],
  ];
  return parts.filter(Boolean).join(' ');
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
