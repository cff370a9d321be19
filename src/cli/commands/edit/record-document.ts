import type { CatalogueEntry } from '../../../contract/index.ts';
import { sanitizeJson, sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { isObject } from '../../../contract/schema/json-object.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';
import { validate } from '../../../contract/schema/validate.ts';
import { isShown, membersText } from '../../../documents/yaml-text.ts';
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

/**
 * What can be changed of a record as commented YAML. What is not set stands there empty, or commented out where it
 * cannot be empty, so that it can be set.
 */
export function formatDocument({ entry, target, record, body }: ShownRecord): string {
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
    ...membersOf(schema, body),
    '',
  ].join('\n');
}

function hasSecret(schema: ObjectSchema): boolean {
  if (schema['x-secret']) return true;
  return Object.values<Schema>(schema.properties ?? {}).some(
    (member) => typeof member === 'object' && hasSecret(member as ObjectSchema),
  );
}

function membersOf(schema: ObjectSchema, values: Members): string[] {
  const blocks = Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, member]) => {
    if (typeof member !== 'object') return [];
    // What a record is not, it cannot become: of kinds that exclude each other the one is shown.
    if (isChoice(schema) && values[name] === undefined) return [];
    return [formatMember(name, member as ObjectSchema, values[name])];
  });
  return blocks.flatMap((lines, i) => (i === 0 ? lines : ['', ...lines]));
}

function formatMember(name: string, schema: ObjectSchema, value: unknown): string[] {
  if (schema.properties !== undefined) {
    const inner = membersOf(schema, isObject(value) ? value : {});
    const isShown = inner.some((line) => line !== '' && !line.startsWith('#'));
    if (!isShown) return formatUnset(name, schema);
    return [memberComment(name, schema), `${name}:`, ...inner.map(indent)];
  }
  const shown = value ?? emptyValue(schema);
  if (shown === undefined) return formatUnset(name, schema);
  return [memberComment(name, schema), ...formatValue(name, schema, shown)];
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
function formatValue(name: string, schema: ObjectSchema, value: unknown): string[] {
  const isFile = schema['x-file'] !== undefined;
  if (value === '' && isFile) return [`${name}: |`];
  // The empty lines behind a block would belong to it.
  if (typeof value === 'string' && value.endsWith('\n\n'))
    return [`${name}: ${sanitizeJson(JSON.stringify(value))}`];
  const lines = membersText({ [name]: value }, '')
    .slice(0, -1)
    .split('\n');
  const isQuoted = lines.length === 1 && /^[^ ]+ ['"]./.test(lines[0] ?? '') && !String(value).includes('\n');
  const isDocument = isFile || schema['x-document'] === true;
  if (isDocument && isQuoted && typeof value === 'string' && /^\S/.test(value) && isShown(value))
    return [`${name}: |-`, indent(value)];
  return lines;
}
