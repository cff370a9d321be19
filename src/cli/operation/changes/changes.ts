import { protocol } from '../../../contract/http/protocol.ts';
import { canonicalText } from '../../../contract/schema/canonical-text.ts';
import { isObject, sortedJson } from '../../../contract/schema/json-object.ts';
import { itemSchema, memberAt, schemaAt } from '../../../contract/schema/member-path.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';
import type { Change } from '../../output/changes/format-changes.ts';
import { isRef } from '../../output/table/cell.ts';
import { isChoice, type Members } from '../body/request-body.ts';

/**
 * What a request changes of what is there, without anything secret. A PATCH leaves alone what it does not name; a PUT
 * sets what it does not name to its default.
 * @param present the record; undefined where there is none yet
 */
export function changesOf(
  { body: schema = {}, method }: Operation,
  body: Members,
  present: Members | undefined,
): Change[] {
  const members = Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, member]) =>
    typeof member === 'object' ? [[name, member as ObjectSchema] as const] : [],
  );
  return members
    .filter(([name]) => method === 'PUT' || Object.hasOwn(body, name))
    .flatMap(([name, member]) =>
      compare(member, body[name] ?? member.default, presentValue(present, name, member), [name]),
    );
}

/** Where records show it under another name, the ids of its references. */
function presentValue(record: Members | undefined, name: string, schema: ObjectSchema): unknown {
  const shown = schema['x-shown-as'];
  const value = memberAt(record, [shown ?? name]);
  return shown !== undefined && Array.isArray(value) ? value.map(idOf) : value;
}

function compare(schema: ObjectSchema, wanted: unknown, present: unknown, path: readonly string[]): Change[] {
  if (schema.properties !== undefined && isObject(wanted)) {
    const before = isObject(present) ? present : {};
    // Of kinds that exclude each other the one goes when another comes.
    const gone = isChoice(schema) ? Object.keys(before).filter((name) => before[name] !== null) : [];
    const names = [...new Set([...gone, ...Object.keys(wanted)])];
    return names.flatMap((name) => {
      return compare(schemaAt(schema, [name]) ?? {}, wanted[name], before[name], [...path, name]);
    });
  }
  const name = path.join('.');
  if (schema['x-secret']) {
    const old = isNothing(present) ? undefined : protocol.secretMask;
    return wanted === protocol.secretMask ? [] : [{ name, schema, old, new: protocol.secretMask }];
  }
  return isSame(wanted, present, schema) ? [] : [{ name, schema, old: present, new: wanted }];
}

/** Members that a record in a file has otherwise than the present one, although the operation does not set them. */
export function ignoredChanges(
  left: ReadonlyMap<string, unknown>,
  present: Members,
  record: ObjectSchema,
): { name: string; stays: unknown }[] {
  return [...left].flatMap(([name, given]) => {
    const path = name.split('.');
    const stays = memberAt(present, path);
    const format = schemaAt(record, path)?.format;
    // Addresses follow from where the record was read, and times from when.
    if (format === 'uri' || format === 'date-time' || given === null) return [];
    return isSame(idOf(given), idOf(stays), {}) ? [] : [{ name, stays }];
  });
}

function idOf(value: unknown): unknown {
  return isRef(value) ? value.id : value;
}

function isSame(one: unknown, other: unknown, schema: ObjectSchema): boolean {
  if (one === other) return true;
  // One spelling of a key takes a millisecond to find.
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
  return canonical(one, schema) === canonical(other, schema);
}

/**
 * The same text for values that mean the same: words in any case where that is taken, each once where one counts as often
 * as two, URLs and keys in one spelling, members in any order.
 */
function canonical(value: unknown, schema: ObjectSchema): string {
  if (typeof value === 'string') return JSON.stringify(spelled(value, schema));
  if (Array.isArray(value)) {
    const items = itemSchema(schema);
    const texts = value.map((item) => canonical(item, items));
    const isSet = items.enum !== undefined || items['x-refers-to'] !== undefined;
    return JSON.stringify(isSet ? [...new Set(texts)] : texts);
  }
  return sortedJson(value);
}

function spelled(text: string, schema: ObjectSchema): string {
  const word = schema['x-any-case'] ? text.toLowerCase() : text;
  return canonicalText(schema.format, word) ?? word;
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
