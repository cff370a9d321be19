import type { Command } from 'commander';
import type { CatalogueEntry } from '../../contract/index.ts';
import { itemSchema } from '../../contract/schema/member-path.ts';
import type { Operation } from '../../contract/schema/resource.ts';
import { type Flag, flagName } from '../operation/flags.ts';
import { formatExamples } from './examples.ts';

/** The help of an operation's command: what it does, how values are written, examples. Made when it is shown. */
export function describeOperation(command: Command, entry: CatalogueEntry, flags: readonly Flag[]): void {
  const { summary, description } = entry.operation;
  command.description(description === undefined ? `${summary}.` : `${summary}.\n\n${description}`);
  command.addHelpText('after', () =>
    `${valueNotes(flags)}\nExamples:\n${formatExamples(entry, flags)}`.trimEnd(),
  );
}

function valueNotes(flags: readonly Flag[]): string {
  const texts = flags.some(({ kind }) => ['text', 'list', 'map'].includes(kind));
  const lists = flags.filter(({ kind }) => kind === 'list' || kind === 'map');
  const [first] = lists;
  const times = flags.some(({ schema }) => schema.format === 'date-time');
  return [
    texts ? '\nAny text may be @FILE for the content of a file, @- for stdin, or @@TEXT for @TEXT.' : '',
    flags.some(({ schema }) => schema['x-secret'])
      ? '\nA secret may also be env:NAME for an environment variable; on the command line itself others can see it.'
      : '',
    first ? `\nRepeat a list's flag for each value; an empty value (${first.name} '') empties the list.` : '',
    times ? '\nAny time may be RFC 3339, or a duration from now: 8h, +90m, -5m.' : '',
    texts ? '\n' : '',
  ].join('');
}

/** What stands for the value in help. */
export function flagValue({ kind, schema }: Flag): string {
  if (kind === 'map') return 'key=value';
  const { format, ...text } = itemSchema(schema);
  if (kind === 'number') return 'number';
  if (text['x-file'] !== undefined) return 'text|@file';
  if (text['x-refers-to'] !== undefined) return text['x-refers-to'] === 'event_types' ? 'type' : 'id';
  return (format && valueNames[format]) ?? 'text';
}

const valueNames: Record<string, string> = {
  'acl-rule': 'rule',
  cel: 'expression',
  'date-time': 'time',
  duration: 'duration',
  'endpoint-url': 'url',
  re2: 'regex',
  'web-url': 'url',
};

/** What a flag means, with its choices and its default. */
export function flagDescription(flag: Flag, operation: Operation): string {
  const { schema } = flag;
  const choices = (schema.enum ?? itemSchema(schema).enum) as readonly unknown[] | undefined;
  const facts = [
    flag.isRequired && 'required',
    (flag.kind === 'list' || flag.kind === 'map') && 'repeatable',
    schema['x-secret'] && 'secret',
    choices && `choices: ${choices.join(', ')}`,
    // A PATCH leaves alone what is not given, so nothing is filled in.
    operation.method !== 'PATCH' &&
      schema.default !== undefined &&
      `default: ${formatDefault(schema.default)}`,
  ].filter(Boolean);
  return [schema.description ?? '', facts.length > 0 ? `(${facts.join('; ')})` : ''].join(' ').trim();
}

function formatDefault(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, member]) => `${key}=${member}`)
    .join(' ');
}

/** The heading under which help shows a flag: nested members stand together, under what their object is. */
export function flagGroup({ path }: Flag, { body }: Operation): string {
  const [first = ''] = path;
  if (path.length === 1) return 'Options:';
  const parent = body?.properties?.[first];
  const description = typeof parent === 'object' ? parent.description : undefined;
  return `Options of ${flagName([first])}${description === undefined ? '' : ` (${description})`}:`;
}
