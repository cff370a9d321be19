import type { Argument, Option } from 'commander';
import { type CatalogueEntry, catalogue } from '../../contract/index.ts';
import { itemSchema } from '../../contract/schema/member-path.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import { type Flag, flagsOf } from '../operation/flags.ts';
import { argumentName } from '../operation/operation-arguments.ts';
import { outputFormats } from '../output/formats.ts';
import { allColumns } from '../output/table/column.ts';
import type { Hint } from './completion-model.ts';

/** The command that takes a value: the operation that it runs, or the resource among whose verbs it stands. */
export interface Taker {
  /** `profiles use` */
  readonly words: string;
  readonly entry?: CatalogueEntry | undefined;
  readonly resource?: Resource | undefined;
}

/** What an option's value can be; undefined for a switch. */
export function hintOfOption(option: Option, taker: Taker): Hint | undefined {
  if (!option.required && !option.optional) return undefined;
  if (option.argChoices) return { words: option.argChoices };
  const { body } = taker.entry?.operation ?? {};
  const flag = (body ? flagsOf(body) : []).find(({ name }) => name === option.long);
  if (flag !== undefined) return hintOfFlag(flag);
  return optionValues[option.long ?? '']?.(taker) ?? hintOfValueName(valueName(option));
}

/** What an argument of a command can be. */
export function hintOfArgument(argument: Argument, { words, resource }: Taker): Hint {
  if (argument.argChoices) return { words: argument.argChoices };
  if (argument.name() === 'name' && words.startsWith('profiles ')) return { source: 'profiles' };
  const parameter = Object.entries(resource?.parameters ?? {}).find(
    ([name]) => resource !== undefined && argumentName(resource, name) === argument.name(),
  )?.[1];
  if (parameter === undefined) return hintOfValueName(argument.name());
  const { refersTo } = parameter;
  return { ...(refersTo !== undefined && { source: refersTo }), ...(argument.variadic && { list: 'stdin' }) };
}

function hintOfFlag({ kind, schema }: Flag): Hint {
  const value = itemSchema(schema);
  if (Array.isArray(value.enum)) return { words: value.enum.map(String) };
  if (kind === 'number' || kind === 'boolean') return {};
  const path = (value['x-file'] ?? schema['x-file']) === undefined ? 'at-file' : 'mostly-at-file';
  const refersTo = value['x-refers-to'];
  if (refersTo === 'event_types') return { list: 'event_types', path };
  return { path, ...(refersTo !== undefined && { source: refersTo }) };
}

/** Options whose values depend on the command, or are known by other means than their name in help. */
const optionValues: Readonly<Record<string, (taker: Taker) => Hint>> = {
  '--output': () => ({ words: outputFormats }),
  '--profile': () => ({ source: 'profiles' }),
  '--api-key': () => ({ path: 'at-file' }),
  '--columns': (taker) => ({ words: columnsOf(taker), isCommaSeparated: true }),
  '--sort-by': (taker) => ({ words: columnsOf(taker), isCommaSeparated: true, mayBeNegative: true }),
  '--for': () => ({ words: ['exists', 'deleted'] }),
  '--before-id': ({ entry }) => (entry ? { source: entry.operation.path.slice(1) } : {}),
};

function columnsOf({ entry, resource }: Taker): string[] {
  const record = entry?.operation.list?.item ?? entry?.operation.returns ?? resource?.record;
  return record ? allColumns(record).map(({ name }) => name) : [];
}

/** `--data <file>` takes a `file`. */
function valueName({ flags }: Option): string {
  return /[<[](.+?)(?:\.\.\.)?[>\]]/.exec(flags)?.[1] ?? '';
}

/**
 * What help shows in place of a value says what the value is: `<file>`, `<text|json>`, `<file|demo>`. A word that
 * stands for others is known here, and one of several that is not is meant as it is.
 */
function hintOfValueName(name: string): Hint {
  const parts = name.toLowerCase().split('|');
  const words = parts.length === 1 ? [] : parts.filter((part) => !Object.hasOwn(valueNames, part));
  return Object.assign(
    {},
    ...parts.map((part) => (Object.hasOwn(valueNames, part) ? valueNames[part] : {})),
    words.length > 0 && { words },
  );
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}

const valueNames: Readonly<Record<string, Hint>> = {
  file: { path: 'file' },
  '@file': { path: 'at-file' },
  directory: { path: 'directory' },
  profile: { source: 'profiles' },
  setting: { list: 'settings' },
  code: { list: 'error_codes' },
  types: { list: 'event_types', isCommaSeparated: true },
  method: { words: unique(catalogue.map(({ operation }) => operation.method)) },
  path: {
    words: unique(catalogue.flatMap(({ operation }) => (operation.path.includes('{') ? [] : operation.path))),
  },
  id: {},
  number: {},
  text: {},
  time: {},
  duration: {},
};
