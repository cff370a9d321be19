import { protocol } from '../../../contract/http/protocol.ts';
import type { ManifestKind } from '../../../contract/manifest/kinds.ts';
import { followingValue } from '../../../contract/schema/following-value.ts';
import { isEmpty, isObject } from '../../../contract/schema/json-object.ts';
import { memberAt, schemaAt, setMember } from '../../../contract/schema/member-path.ts';
import { ownerMembers } from '../../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import type { Members } from '../../operation/body/request-body.ts';
import { escapeReferences } from '../files/references.ts';

/** A text of a record that does not stand in the manifest itself. */
export interface TextPlace {
  readonly path: readonly string[];
  readonly text: string;
}

/**
 * What a manifest says of records of a kind: what their creation takes, in an order that people read, without what is unset.
 * What only a newer service knows is not in it.
 * @param owners also whose they are
 */
export function memberReader(kind: ManifestKind, owners: boolean): (record: Members) => Members {
  const { resource, create } = kind;
  const schema = create.operation.body ?? {};
  const left = owners ? [] : ownerMembers(schema);
  const names = memberOrder(kind).filter((name) => !left.includes(name));
  const readings = readingsOf(schema, resource.record, names);
  return (record) => read(readings, record);
}

/** How a member is read out of records: found out once, since there may be tens of thousands. */
interface Reading {
  readonly name: string;
  /** What records call it. */
  readonly shownAs: string;
  /** Records show references where the member holds ids. */
  readonly isOfIds: boolean;
  /** Of an object with members of its own. */
  readonly inner: readonly Reading[] | undefined;
  isUnset(value: unknown, around: Members): boolean;
}

function readingsOf(
  given: ObjectSchema,
  shown: ObjectSchema | undefined,
  names: readonly string[] = Object.keys(given.properties ?? {}),
): Reading[] {
  return names.map((name) => {
    const schema = schemaAt(given, [name]) ?? {};
    const shownAs = schema['x-shown-as'] ?? name;
    const isUnset = given.required?.includes(name) === true ? () => false : unsetTest(given, schema);
    return {
      name,
      shownAs,
      isOfIds: shownAs !== name,
      inner: schema.properties && readingsOf(schema, schemaAt(shown, [name])),
      isUnset,
    };
  });
}

function read(readings: readonly Reading[], record: Members): Members {
  const members: Members = {};
  for (const { name, shownAs, isOfIds, inner, isUnset } of readings) {
    const shown = record[shownAs];
    // Null says that something does not apply.
    if (shown === undefined || shown === null) continue;
    const value = isOfIds
      ? idsOf(shown)
      : inner !== undefined && isObject(shown)
        ? read(inner, shown)
        : shown;
    if (!isUnset(value, record)) members[name] = value;
  }
  return members;
}

function idsOf(references: unknown): unknown {
  return Array.isArray(references) ? references.map((one) => memberAt(one, ['id'])) : references;
}

/** Whether creation decides in the same way where a member is not given. What is empty and means something is given. */
function unsetTest(around: ObjectSchema, schema: ObjectSchema): Reading['isUnset'] {
  if (schema.default !== undefined) return isJust(schema.default);
  if (schema['x-follows'] !== undefined)
    return (value, members) => isJust(followingValue(around, schema, members))(value);
  if (schema['x-empty'] !== undefined || schema['x-warn-empty'] !== undefined) return () => false;
  return isEmpty;
}

function isJust(implied: unknown): (value: unknown) => boolean {
  if (typeof implied !== 'object') return (value) => value === implied;
  if (Array.isArray(implied) && implied.every((item) => typeof item === 'string'))
    return (value) =>
      Array.isArray(value) &&
      value.length === implied.length &&
      value.every((item, i) => item === implied[i]);
  const text = JSON.stringify(implied);
  return (value) => JSON.stringify(value) === text;
}

/** What it is recognised by, what it is for, the rest, and whole documents at the end. */
function memberOrder({ form, create }: ManifestKind): string[] {
  const { body } = create.operation;
  const names = Object.keys(body?.properties ?? {});
  const first = [...form.identity.map((name) => name.split('.')[0] ?? name), 'description', 'metadata'];
  const isDocument = (name: string) => schemaAt(body, [name])?.['x-file'] !== undefined;
  const order = [...first, ...names.filter((name) => !isDocument(name)), ...names];
  return [...new Set(order)].filter((name) => names.includes(name));
}

/** Finds the texts of items that are secrets, which records show only as a mask. */
export function secretsOf(kind: ManifestKind): (members: Members) => TextPlace[] {
  return textsOf(
    kind,
    (schema) => schema['x-secret'] === true,
    (text) => text === protocol.secretMask,
  );
}

/** Finds the traffic policies of items. What no file brings back is none: readers take a mark of the byte order away. */
export function policiesOf(kind: ManifestKind): (members: Members) => TextPlace[] {
  return textsOf(
    kind,
    ({ format }) => format === 'traffic-policy',
    (text) => text !== '' && !text.startsWith('\ufeff'),
  );
}

/** The texts at those places of which the schema is sought, as far as they are meant. */
function textsOf(
  { create }: ManifestKind,
  isSought: (schema: ObjectSchema) => boolean,
  isMeant: (text: string) => boolean,
): (members: Members) => TextPlace[] {
  const paths: (readonly string[])[] = [];
  const walk = (schema: ObjectSchema | undefined, path: readonly string[]) => {
    if (schema !== undefined && isSought(schema)) paths.push(path);
    for (const name of Object.keys(schema?.properties ?? {})) walk(schemaAt(schema, [name]), [...path, name]);
  };
  walk(create.operation.body, []);
  return (members) =>
    paths.flatMap((path) => {
      const text = memberAt(members, path);
      return typeof text === 'string' && isMeant(text) ? [{ path, text }] : [];
    });
}

/**
 * The item itself. Every text stands for itself, whatever is in it, but for those that are given as references.
 * @param references by the dotted names of their members
 */
export function itemOf(
  kind: ManifestKind,
  members: Members,
  references?: ReadonlyMap<string, string>,
): unknown {
  const isPlain = references === undefined && !hasMark(members);
  const item = isPlain ? members : (escapeAll(members) as Members);
  for (const [name, reference] of references ?? []) setMember(item, name.split('.'), reference);
  return kind.form.plain === undefined ? item : item[kind.form.plain];
}

/** Whether a text in it may look like a reference. */
function hasMark(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('${');
  if (typeof value !== 'object' || value === null) return false;
  for (const name in value) if (hasMark((value as Members)[name])) return true;
  return false;
}

function escapeAll(value: unknown): unknown {
  if (typeof value === 'string') return escapeReferences(value);
  if (Array.isArray(value)) return value.map(escapeAll);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, escapeAll(member)]));
}
