import type { CatalogueEntry } from '../../contract/index.ts';
import { memberAt } from '../../contract/schema/member-path.ts';
import { type Example, pathParameters } from '../../contract/schema/resource.ts';
import type { CommandExample } from '../parser/command-definition.ts';
import { commandWords } from '../words/command-words.ts';
import { shellWord } from '../words/shell-word.ts';
import { emptyWords, type Flag } from './flags.ts';

const LONGEST_LINE = 96;

/** The examples of an operation, as lines to paste into a shell. */
export function operationExamples(entry: CatalogueEntry, flags: readonly Flag[]): CommandExample[] {
  return entry.operation.examples.map((example) => ({
    summary: example.summary,
    command: formatExample(entry, example, flags),
  }));
}

/** One example as a command line; a long one takes several, a flag each. */
export function formatExample(
  entry: CatalogueEntry,
  { params, body }: Example,
  flags: readonly Flag[],
): string {
  const names = pathParameters(entry.operation).map((name) => shellWord(params?.[name] ?? ''));
  const command = [commandWords(entry), ...names].join(' ');
  const options = flags.flatMap((flag) => formatFlag(flag, memberAt(body, flag.path)));
  const line = [command, ...options].join(' ');
  return line.length <= LONGEST_LINE ? line : [command, ...options].join(' \\\n  ');
}

function formatFlag(flag: Flag, value: unknown): string[] {
  if (value === undefined) return [];
  if (typeof value === 'boolean') return [value ? flag.name : flag.name.replace('--', '--no-')];
  const given = texts(value);
  const [word = ''] = emptyWords(flag);
  if (given.length === 0) return [`${flag.name} ${shellWord(word)}`];
  return given.map((text) => `${flag.name} ${shellWord(asGiven(flag, text))}`);
}

function texts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Array.isArray(value)
    ? value.map((item) => literal(String(item)))
    : Object.entries(value).map(([key, text]) => `${key}=${literal(String(text))}`);
}

function asGiven({ kind, schema }: Flag, text: string): string {
  if (kind !== 'text') return text;
  const file = schema['x-file'];
  return file === undefined ? literal(text) : `@${file}`;
}

function literal(text: string): string {
  return text.startsWith('@') ? `@${text}` : text;
}
