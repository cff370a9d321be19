import { itemSchema } from '../../contract/schema/member-path.ts';
import type { Operation } from '../../contract/schema/resource.ts';
import type { ObjectSchema, Schema } from '../../contract/schema/schema.ts';
import { type Hint, type OptionDefinition, option, repeatable, toggle } from '../parser/options.ts';
import { hinted } from '../parser/value-types.ts';

type FlagKind = 'text' | 'number' | 'boolean' | 'list' | 'map';

/** A member of a request body as the command line takes it. */
export interface Flag {
  /** `--deployment.cluster-name` */
  readonly name: string;
  /** Where it stands in the body: `['deployment', 'cluster_name']`. */
  readonly path: readonly string[];
  readonly kind: FlagKind;
  readonly schema: ObjectSchema;
  /** Whether the operation always needs it. Members of an object that may be left out are not. */
  readonly isRequired: boolean;
}

/** The flags of a request body: one for each member, in the schema's order, nested members with dots. */
export function flagsOf(body: ObjectSchema): Flag[] {
  return membersOf(body, [], true);
}

/** `['deployment', 'cluster_name']` as a flag: `--deployment.cluster-name`. */
export function flagName(path: readonly string[]): string {
  return `--${path.map(kebab).join('.')}`;
}

/** How a member's or parameter's name is written on the command line. */
export function kebab(name: string): string {
  return name.replaceAll('_', '-');
}

function membersOf(schema: ObjectSchema, path: readonly string[], isNeeded: boolean): Flag[] {
  const needed = isNeeded ? (schema.required ?? []) : [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]: [string, Schema]) => {
    const memberPath = [...path, name];
    if (typeof member === 'boolean') return [];
    const isRequired = needed.includes(name);
    if (member.properties !== undefined) return membersOf(member, memberPath, isRequired);
    return [
      { name: flagName(memberPath), path: memberPath, kind: kindOf(member), schema: member, isRequired },
    ];
  });
}

const kinds: Record<string, FlagKind> = {
  array: 'list',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  object: 'map',
};

function kindOf({ type }: ObjectSchema): FlagKind {
  const [first = 'string'] = [type ?? 'string'].flat();
  return kinds[first] ?? 'text';
}

/** A member of a body as an option; every text that is given for it counts, and is read with the body. */
export function flagOption(flag: Flag, operation: Operation): OptionDefinition {
  const { name, schema, kind, isRequired } = flag;
  const description = schema.description ?? '';
  const facts = {
    group: groupOf(flag, operation),
    isRequired,
    isSecret: schema['x-secret'] === true,
    fallback: fallbackOf(flag, operation),
  };
  if (kind === 'boolean') return { ...toggle(name, description), ...facts, hasNegation: true };
  const words = (schema.enum ?? itemSchema(schema).enum) as readonly unknown[] | undefined;
  const choices = words?.map(String);
  const type = { ...hinted(hintOf(flag)), choices, kind: valueKind(flag) };
  const make = isRepeated(flag) ? repeatable : option;
  return { ...make(`${name} <${valueName(flag)}>`, description, type), ...facts };
}

/** What programs take a value for. */
function valueKind({ kind, schema }: Flag): string | undefined {
  const [type] = [itemSchema(schema).type ?? 'string'].flat();
  return kind === 'map' ? 'string' : type;
}

// A PATCH leaves alone what is not given, so nothing is filled in.
function fallbackOf({ schema }: Flag, { method }: Operation): string | undefined {
  return method === 'PATCH' || schema.default === undefined || schema.default === ''
    ? undefined
    : formatDefault(schema.default);
}

/** Whether a flag is given once for each of many values. A list of one at most is a value like any other. */
function isRepeated({ kind, schema }: Flag): boolean {
  return kind === 'map' || (kind === 'list' && schema.maxItems !== 1);
}

/** What stands for the value in help. */
function valueName({ kind, schema }: Flag): string {
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

function formatDefault(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, member]) => `${key}=${member}`)
    .join(' ');
}

/** The heading under which help shows a flag: nested members stand together, under what their object is. */
function groupOf({ path }: Flag, { body }: Operation): string {
  const [first = ''] = path;
  if (path.length === 1) return 'Options:';
  const parent = body?.properties?.[first];
  const description = typeof parent === 'object' ? parent.description : undefined;
  return `Options of ${flagName([first])}${description === undefined ? '' : ` (${description})`}:`;
}

function hintOf({ kind, schema }: Flag): Hint {
  const value = itemSchema(schema);
  if (Array.isArray(value.enum)) return { words: value.enum.map(String) };
  if (kind === 'number' || kind === 'boolean') return {};
  const path = (value['x-file'] ?? schema['x-file']) === undefined ? 'at-file' : 'mostly-at-file';
  const refersTo = value['x-refers-to'];
  if (refersTo === 'event_types') return { list: 'event_types', path };
  return { path, ...(refersTo !== undefined && { source: refersTo }) };
}

/** How an empty list or map is asked for: by a word, so that a variable that is not set never does. */
export function emptyWords({ kind, schema: { 'x-empty': empty } }: Flag): string[] {
  if (kind === 'map') return ['{}'];
  return empty === undefined || empty.isValue ? ['[]'] : [empty.word, '[]'];
}

/** What help says of values beside the flags. */
export function valueNotes(flags: readonly Flag[]): string {
  const texts = flags.some(({ kind }) => ['text', 'list', 'map'].includes(kind));
  const several = flags.filter(isRepeated);
  const [clearable] = several.filter(({ schema }) => (schema.minItems ?? 0) === 0);
  const times = flags.some(({ schema }) => schema.format === 'date-time');
  return [
    texts ? '\nAny text may be @FILE for the content of a file, @- for stdin, or @@TEXT for @TEXT.' : '',
    flags.some(({ schema }) => schema['x-secret'])
      ? '\nA secret may also be env:NAME for an environment variable; on the command line itself others can see it.'
      : '',
    several.length > 0 ? "\nRepeat a list's flag for each value." : '',
    clearable ? ` An empty list is asked for by name: ${clearable.name} '${emptyWords(clearable)[0]}'.` : '',
    flags.some(({ schema }) => schema.format === 'traffic-policy')
      ? '\ntunnelctl help policies says what a traffic policy may say; tunnelctl traffic-policy validate finds every ' +
        'mistake in one.'
      : '',
    times ? '\nAny time may be RFC 3339, or a duration from now: 8h, +90m, -5m.' : '',
    texts ? '\n' : '',
  ].join('');
}
