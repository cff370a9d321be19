import type { CatalogueEntry } from '../../../contract/index.ts';
import { hasControlCharacters, sanitizeJson, sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { isObject } from '../../../contract/schema/json-object.ts';
import { memberAt } from '../../../contract/schema/member-path.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';
import { validate } from '../../../contract/schema/validate.ts';
import { isChoice, type Members } from '../../operation/body/request-body.ts';
import { formatUnset, indent, memberComment } from '../../operation/body/skeleton.ts';
import type { PathValues } from '../../operation/targets.ts';
import { describeRecord } from '../../output/describe-record.ts';

/** A record as somebody edits it. */
export interface ShownRecord {
  readonly entry: CatalogueEntry;
  readonly target: PathValues;
  readonly record: Members;
  /** What can be changed of it, as requests have it. */
  readonly body: Members;
}

type Yaml = typeof import('yaml');

/**
 * What can be changed of a record as commented YAML. What is not set stands there empty, or commented out where it
 * cannot be empty, so that it can be set.
 */
export async function formatDocument({ entry, target, record, body }: ShownRecord): Promise<string> {
  const yaml = await import('yaml');
  const { resource, operation } = entry;
  const schema = operation.body ?? {};
  const ids = Object.values(target).join(' ');
  const line = describeRecord(record, resource);
  const name = resource.idPrefix === undefined ? `${ids}  ${line}` : line;
  return [
    `# ${operation.summary}: ${sanitizeLine(name)}`,
    '#',
    '# Save and close the editor to send what you changed. To change nothing, save it as it',
    '# is, or empty the file. What is removed or commented out stays as it is in the service;',
    '# "" clears a text, [] a list, {} a map.',
    ...(hasSecret(schema) ? ['# <SECRET> stands for a secret that is not shown, and keeps it.'] : []),
    '',
    ...membersOf(schema, body, yaml),
    '',
  ].join('\n');
}

function hasSecret(schema: ObjectSchema): boolean {
  if (schema['x-secret']) return true;
  return Object.values<Schema>(schema.properties ?? {}).some(
    (member) => typeof member === 'object' && hasSecret(member as ObjectSchema),
  );
}

function membersOf(schema: ObjectSchema, values: Members, yaml: Yaml): string[] {
  const blocks = Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, member]) => {
    if (typeof member !== 'object') return [];
    // What a record is not, it cannot become: of kinds that exclude each other the one is shown.
    if (isChoice(schema) && values[name] === undefined) return [];
    return [formatMember(name, member as ObjectSchema, values[name], yaml)];
  });
  return blocks.flatMap((lines, i) => (i === 0 ? lines : ['', ...lines]));
}

function formatMember(name: string, schema: ObjectSchema, value: unknown, yaml: Yaml): string[] {
  if (schema.properties !== undefined) {
    const inner = membersOf(schema, isObject(value) ? value : {}, yaml);
    const isShown = inner.some((line) => line !== '' && !line.startsWith('#'));
    if (!isShown) return formatUnset(name, schema);
    return [memberComment(name, schema), `${name}:`, ...inner.map(indent)];
  }
  const shown = value ?? emptyValue(schema);
  if (shown === undefined) return formatUnset(name, schema);
  return [memberComment(name, schema), ...formatValue(name, schema, shown, yaml)];
}

const empties: Readonly<Record<string, unknown>> = { string: '', array: [], object: {} };

/** What clears a member; undefined for one that cannot be empty. That of a secret would not say whether there is one. */
function emptyValue(schema: ObjectSchema): unknown {
  const [type = ''] = [schema.type ?? ''].flat();
  const empty = empties[type];
  const isRefused = empty === undefined || schema['x-secret'] || validate(schema, empty).length > 0;
  return isRefused ? undefined : empty;
}

/** A member as YAML that reads as the same value; documents as they stand, so that they can be edited. */
function formatValue(name: string, schema: ObjectSchema, value: unknown, yaml: Yaml): string[] {
  const plain = yaml.stringify({ [name]: value }, { lineWidth: 0 }).trimEnd();
  if (typeof value !== 'string') return plain.split('\n');
  if (value === '') return [schema['x-file'] === undefined ? plain : `${name}: |`];
  const isDocument = schema['x-file'] !== undefined || schema['x-document'] === true;
  const isPlain = !value.includes('\n') && (!isDocument || !/['"]/.test(plain));
  const text = isPlain ? plain : formatBlock(name, value, yaml);
  // What follows a block can run into it, and no editor shows controls as what they are.
  const isSafe = !hasControlCharacters(value.replaceAll('\t', ''));
  const isSame = isSafe && memberAt(yaml.parse(`${text}\n\n# behind\nbehind: 1\n`), [name]) === value;
  return isSame ? text.split('\n') : [`${name}: ${sanitizeJson(JSON.stringify(value))}`];
}

function formatBlock(name: string, value: string, yaml: Yaml): string {
  const block = new yaml.Scalar(value);
  block.type = 'BLOCK_LITERAL';
  return yaml.stringify({ [name]: block }, { lineWidth: 0 }).replace(/\n$/, '');
}
