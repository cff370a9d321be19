import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hint } from '../parser/options.ts';
import {
  type CommandModel,
  type CompletionModel,
  type DescribedWord,
  type OptionModel,
  readCommands,
} from './read-commands.ts';
import { type Shell, scriptNames, shells } from './shells.ts';

export { scriptNames, shells };

/**
 * Every shell's script, as `completions/` holds it.
 * @param frames the directory of the scripts without their tables
 */
export async function writeScripts(frames: string): Promise<Record<Shell, string>> {
  const model = await readCommands();
  const script = (shell: Shell) =>
    writeScript(shell, readFileSync(join(frames, scriptNames[shell]), 'utf8'), model);
  return Object.fromEntries(shells.map((shell) => [shell, script(shell)])) as Record<Shell, string>;
}

const place = '# @tables\n';

/** A shell's script: what completes in that shell, with the tables of what there is to complete in their place. */
function writeScript(shell: Shell, frame: string, model: CompletionModel): string {
  const [before, after, ...more] = frame.split(place);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`the frame of ${scriptNames[shell]} does not hold the line ${place.trim()} once`);
  }
  const tables = Object.entries<Table>({ ...scriptTables(model) });
  return before + tables.map(([name, table]) => writers[shell](name, table)).join('\n') + after;
}

const writers: Record<Shell, (name: string, table: Table) => string> = {
  bash: posixTable,
  zsh: posixTable,
  fish: fishTable,
  powershell: powershellTable,
};

/** Keys by the text that they share. */
function byText(table: Table): [text: string, keys: string[]][] {
  const shared = new Map<string, string[]>();
  for (const [key, lines] of table) {
    const text = lines.join('\n');
    shared.set(text, [...(shared.get(text) ?? []), key]);
  }
  return [...shared];
}

/** A function that sets REPLY to the lines of a key, and fails where there is none. */
function posixTable(name: string, table: Table): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const cases = byText(table).map(
    ([text, keys]) => `  ${keys.map(quote).join(' | ')}) REPLY=${quote(text)} ;;\n`,
  );
  return `__tunnelctl_table_${name}() {\n  case $1 in\n${cases.join('')}  *) REPLY= && return 1 ;;\n  esac\n}\n`;
}

/** A function that prints the lines of a key. */
function fishTable(name: string, table: Table): string {
  const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const cases = byText(table).map(
    ([text, keys]) =>
      `        case ${keys.map(quote).join(' ')}\n            printf '%s' ${quote(`${text}\n`)}\n`,
  );
  return `function __tunnelctl_table_${name}\n    switch "$argv[1]"\n${cases.join('')}    end\nend\n`;
}

/** A hash table of the lines by their keys; keys that share their text are named one by one. */
function powershellTable(name: string, table: Table): string {
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const entries = [...table].map(([key, lines]) => `    ${quote(key)} = ${quote(lines.join('\n'))}\n`);
  const variable = `$__tunnelctl${name[0]?.toUpperCase()}${name.slice(1)}`;
  return `${variable} = @{\n${entries.join('')}}\n`;
}

/**
 * The model as the scripts hold it: texts of lines by a key, one table for each question that a script asks.
 * No line holds a control character; `|` separates what a line says, and only its last part may hold one.
 */
interface ScriptTables {
  /** By the words of a group, `word|description` for what can follow; by `%name` the lines of a list. */
  readonly words: Table;
  /** By words of which the last is another word for one that leads on from there, that one: `list` by `endpoints ls`. */
  readonly synonyms: Table;
  /** By the words of a command, `hint` for each argument. */
  readonly arguments: Table;
  /** By the words of a command, the numbers of its blocks of options. */
  readonly blocks: Table;
  /** By the number of a block, `--option|hint|description`: options that always occur together. */
  readonly options: Table;
}

type Table = ReadonlyMap<string, readonly string[]>;

/** Puts the model into the scripts' form. */
function scriptTables({ commands, lists }: CompletionModel): ScriptTables {
  const { blocks, options } = shareOptions(commands);
  return {
    words: new Map(
      [
        ...commands.map(({ words, children }) => [words, children.map(formatWord)] as const),
        ...Object.entries(lists).map(([name, list]) => [`%${name}`, list.map(formatWord)] as const),
      ].filter(([, lines]) => lines.length > 0),
    ),
    synonyms: new Map(
      commands.flatMap(({ words, children }) =>
        children.flatMap(({ word, synonyms }) =>
          synonyms.map((other) => [words === '' ? other : `${words} ${other}`, [word]] as const),
        ),
      ),
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
