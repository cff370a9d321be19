import { isObject } from '../schema/json-object.ts';
import { schemaAt } from '../schema/member-path.ts';
import type { ObjectSchema } from '../schema/schema.ts';

type Members = Readonly<Record<string, unknown>>;

/** A member of an item, and what is known of it. */
export interface DocumentMember {
  readonly name: string;
  /** Without what is unset in it. */
  readonly value: unknown;
  readonly schema: ObjectSchema;
  /** The object that it stands in. */
  readonly around: { readonly schema: ObjectSchema; readonly members: Members };
  /** Whether records must have it. */
  readonly isInRecords: boolean;
}

/**
 * What a document says of a record: without what is null, and without what comes back although it is not there. What an
 * item must have stays.
 * @param isUnset whether a member says nothing
 */
export function withoutUnset(
  item: ObjectSchema,
  record: ObjectSchema | undefined,
  members: Members,
  isUnset: (member: DocumentMember) => boolean,
): Record<string, unknown> {
  const said: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(members)) {
    if (given === undefined || given === null) continue;
    const schema = schemaAt(item, [name]) ?? {};
    const isNested = isObject(given) && schema.properties !== undefined;
    const value = isNested ? withoutUnset(schema, schemaAt(record, [name]), given, isUnset) : given;
    const isInRecords = record?.required?.includes(name) === true;
    const member = { name, value, schema, around: { schema: item, members }, isInRecords };
    if (item.required?.includes(name) || !isUnset(member)) said[name] = value;
  }
  return said;
}
