import type { CatalogueEntry } from '../../../contract/index.ts';
import { itemSchema } from '../../../contract/schema/member-path.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';
import { commandWords } from '../../words/command-words.ts';
import { targetUsage } from '../targets.ts';
import { isChoice } from './request-body.ts';

/** Marks what has to be filled in. */
export const toFillIn = '# fill in';

/**
 * A request body to fill in and give to `--from-file`, as YAML: what is required stands ready, all else is
 * commented out, each member under what it means. Of an object that is one of several kinds the first stands
 * ready and the others are comments.
 */
export function formatSkeleton(entry: CatalogueEntry): string {
  const { operation } = entry;
  const command = [commandWords(entry), targetUsage(entry), '--from-file FILE'].filter((word) => word !== '');
  const lines = membersOf(operation.body ?? {}, operation.method !== 'PATCH');
  return [
    `# ${operation.summary}: ${command.join(' ')}`,
    '# What is commented out may be left out.',
    '',
    ...lines,
    '',
  ].join('\n');
}

function membersOf(schema: ObjectSchema, showDefaults: boolean): string[] {
  const members = Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, member]) =>
    typeof member === 'object' ? [{ name, member }] : [],
  );
  const [first] = members;
  const isNeeded = ({ name }: { name: string }) =>
    isChoice(schema) ? name === first?.name : (schema.required ?? []).includes(name);
  const ordered = [...members.filter(isNeeded), ...members.filter((member) => !isNeeded(member))];
  return ordered
    .map(({ name, member }) => {
      const isReady = isNeeded({ name });
      const isRequired = isReady && !isChoice(schema);
      const lines = formatMember(name, member, { isReady, isRequired, showDefaults });
      return isReady ? lines : lines.map(commentOut);
    })
    .flatMap((lines, i) => (i === 0 ? lines : ['', ...lines]));
}

interface Place {
  /** Stands ready to be filled in. */
  readonly isReady: boolean;
  readonly isRequired: boolean;
  readonly showDefaults: boolean;
}

function formatMember(name: string, schema: ObjectSchema, place: Place): string[] {
  const comment = memberComment(name, schema, factsOf(schema, place));
  if (schema.properties === undefined) return [comment, ...formatValue(name, schema, place.isReady)];
  return [comment, `${name}:`, ...membersOf(schema, place.showDefaults).map(indent)];
}

/** What a member means, as a line above it. @param facts what else there is to say, in a few words each */
export function memberComment(name: string, schema: ObjectSchema, facts = choicesOf(schema)): string {
  return `# ${[schema.description ?? name, ...facts].join('; ')}`;
}

/** A member that may be left out, commented out under what it means. */
export function formatUnset(name: string, schema: ObjectSchema): string[] {
  const place = { isReady: false, isRequired: false, showDefaults: false };
  return formatMember(name, schema, place).map(commentOut);
}

function choicesOf(schema: ObjectSchema): string[] {
  const choices = (schema.enum ?? itemSchema(schema).enum) as readonly unknown[] | undefined;
  return choices === undefined ? [] : [`choices: ${choices.join(', ')}`];
}

function factsOf(schema: ObjectSchema, { isRequired, showDefaults }: Place): string[] {
  return [
    isRequired ? ['required'] : [],
    choicesOf(schema),
    showDefaults && schema.default !== undefined ? [`default: ${JSON.stringify(schema.default)}`] : [],
  ].flat();
}

function formatValue(name: string, schema: ObjectSchema, isReady: boolean): string[] {
  const mark = isReady ? ` ${toFillIn}` : '';
  const choices = schema.enum as readonly unknown[] | undefined;
  if (schema.type === 'array') return [`${name}:`, indent(`- ${exampleItem(itemSchema(schema))}${mark}`)];
  if (schema.type === 'object') return formatMap(name, schema);
  if (schema['x-file']?.endsWith('.yml')) return [`${name}: |`, indent('…')];
  const value = schema.default ?? choices?.[0] ?? '';
  return [`${name}: ${value === '' ? '' : JSON.stringify(value)}`.trimEnd() + mark];
}

function formatMap(name: string, { default: value }: ObjectSchema): string[] {
  const entries = Object.entries((value ?? { key: 'value' }) as Record<string, unknown>);
  return [`${name}:`, ...entries.map(([key, text]) => indent(`${key}: ${JSON.stringify(text)}`))];
}

function exampleItem({ enum: choices }: ObjectSchema): string {
  return Array.isArray(choices) ? String(choices[0]) : '""';
}

/** A line of what stands in an object. */
export function indent(line: string): string {
  return line === '' ? '' : `  ${line}`;
}

// `# ` in front of comments too: taken away from a block of lines, it leaves the comments in it comments.
function commentOut(line: string): string {
  return line === '' ? '#' : `# ${line}`;
}
