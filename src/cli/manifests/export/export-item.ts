import { protocol } from '../../../contract/http/protocol.ts';
import type { ManifestKind } from '../../../contract/manifest/kinds.ts';
import { type DocumentMember, withoutUnset } from '../../../contract/manifest/without-unset.ts';
import { followingValue } from '../../../contract/schema/following-value.ts';
import { isEmpty, isObject } from '../../../contract/schema/json-object.ts';
import { schemaAt } from '../../../contract/schema/member-path.ts';
import { ownerMembers } from '../../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import { bodyOfRecord } from '../../operation/body/record-body.ts';
import type { Members } from '../../operation/body/request-body.ts';
import { escapeReferences } from '../references.ts';

/** A text of a record that does not stand in the manifest itself. */
export interface TextPlace {
  readonly path: readonly string[];
  readonly schema: ObjectSchema;
  readonly text: string;
}

/** What an export says of each record of a kind. */
export interface ItemForm {
  readonly kind: ManifestKind;
  /** Also whose the records are. */
  readonly owners: boolean;
}

/** What a manifest says of a record: what its creation takes, in an order that people read, without what is unset. */
export function membersOf({ kind, owners }: ItemForm, record: Members): Members {
  const schema = kind.create.operation.body ?? {};
  const body = bodyOfRecord(kind.create, record).members;
  if (!owners) for (const name of ownerMembers(schema)) delete body[name];
  const said = withoutUnset(schema, kind.resource.record, body, isUnset);
  const names = new Set([...memberOrder(kind), ...Object.keys(said)]);
  return Object.fromEntries([...names].filter((name) => name in said).map((name) => [name, said[name]]));
}

/** What creation decides in the same way where it is not given. What is empty and means something is no such thing. */
function isUnset({ value, schema, around }: DocumentMember): boolean {
  const implied = schema.default ?? followingValue(around.schema, schema, around.members);
  if (implied !== undefined) return JSON.stringify(value) === JSON.stringify(implied);
  if (schema['x-empty'] !== undefined || schema['x-warn-empty'] !== undefined) return false;
  return isEmpty(value);
}

/** What it is recognised by, what it is for, the rest, and whole documents at the end. */
function memberOrder({ form, create }: ManifestKind): string[] {
  const { properties = {} } = create.operation.body ?? {};
  const names = Object.keys(properties);
  const isDocument = (name: string) => schemaAt(create.operation.body, [name])?.['x-file'] !== undefined;
  return [
    ...form.identity.map((name) => name.split('.')[0] ?? name),
    ...['description', 'metadata'],
    ...names.filter((name) => !isDocument(name)),
    ...names,
  ];
}

/** The texts of an item that are secrets, which records show only as a mask. */
export function secretsOf(kind: ManifestKind, members: Members): TextPlace[] {
  return textsOf(kind, members).filter(
    ({ schema, text }) => schema['x-secret'] === true && text === protocol.secretMask,
  );
}

/** The traffic policies of an item. */
export function policiesOf(kind: ManifestKind, members: Members): TextPlace[] {
  return textsOf(kind, members).filter(
    ({ schema, text }) => schema.format === 'traffic-policy' && text !== '',
  );
}

function textsOf({ create }: ManifestKind, members: Members): TextPlace[] {
  const found: TextPlace[] = [];
  const walk = (schema: ObjectSchema | undefined, value: unknown, path: readonly string[]) => {
    if (typeof value === 'string' && schema !== undefined) found.push({ path, schema, text: value });
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value))
      walk(schemaAt(schema, [name]), member, [...path, name]);
  };
  walk(create.operation.body, members, []);
  return found;
}

/**
 * The item itself. Every text stands for itself, whatever is in it, but for those that are given as references.
 * @param references by the dotted names of their members
 */
export function itemOf(
  kind: ManifestKind,
  members: Members,
  references: ReadonlyMap<string, string>,
): unknown {
  const write = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') return references.get(path) ?? escapeReferences(value);
    if (Array.isArray(value)) return value.map((item) => write(item, ''));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        write(member, path === '' ? name : `${path}.${name}`),
      ]),
    );
  };
  const item = write(members, '') as Members;
  return kind.form.plain === undefined ? item : item[kind.form.plain];
}
