import { formatTimestamp, parseTimestamp } from '../../contract/rules/time.ts';
import { ownEntry } from '../../contract/schema/json-object.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import type { FromSchema, ObjectSchema, Schema } from '../../contract/schema/schema.ts';
import type { Transaction } from '../../store/store.ts';
import { collectionPath, type Stored } from '../records/collection.ts';
import { newId, type RecordingTransaction, type Service } from '../records/operation-context.ts';
import { maskSecrets, type SealedSecrets, sealSecrets } from '../records/sealed-secrets.ts';

/** What making or changing a record may use. */
export interface RecordContext extends Pick<Service, 'vault' | 'now'> {
  readonly transaction: RecordingTransaction;
  /** Called for each secret given as `<SECRET>` that is not known; such a value is refused where this is absent. */
  readonly onMissingSecret?: ((place: string) => void) | undefined;
}

/** What every new record has from the beginning. */
export interface RecordHead {
  readonly id: string;
  /** As a path. */
  readonly uri: string;
  readonly created_at: string;
}

/** What no answer shows of a record whose body has secrets: these, sealed, by their paths in it. */
export interface HiddenSecrets {
  readonly secrets?: SealedSecrets | undefined;
}

export type RecordOf<R extends Resource> = FromSchema<R['record']> & { id: string };

type Members = { readonly [name: string]: unknown };

/** The head of a record that is made now. */
export async function newRecordHead(
  transaction: Transaction,
  context: Pick<Service, 'now'>,
  resource: Resource,
): Promise<RecordHead> {
  const { id, milliseconds } = await newId(transaction, context, resource.idPrefix ?? '');
  return { id, uri: `/${collectionPath(resource)}/${id}`, created_at: formatTimestamp(milliseconds) };
}

/**
 * The row of a new record: what is given, the defaults of the body of `create`, and for what the record must have
 * beside that an empty value, or the time of its creation. Secrets are sealed and masked.
 * @throws RequestError 400 for `<SECRET>` in the place of a secret
 */
export function newRow<R extends Resource>(
  resource: R,
  { vault, onMissingSecret: onMissing }: Pick<RecordContext, 'vault' | 'onMissingSecret'>,
  head: RecordHead,
  given: object,
): Stored<RecordOf<R>, HiddenSecrets> {
  const body = resource.operations.create?.body ?? {};
  const full: Members = { ...defaultsOf(body), ...given };
  const secrets = sealSecrets(body, full, vault, [], onMissing && { onMissing });
  const record = { ...membersOf(resource, body, full, head.created_at), ...head };
  return {
    record: complete(resource.record, record, head.created_at) as RecordOf<R>,
    hidden: Object.keys(secrets).length > 0 ? { secrets } : {},
  };
}

/**
 * The row of a record of which an `update` gives some members. A secret given as `<SECRET>` stays as it is.
 * @throws RequestError 400 for such a secret where there is none
 */
export async function changedRow<Rec extends object>(
  resource: Resource,
  { transaction, vault, now }: RecordContext,
  row: Stored<Rec, HiddenSecrets>,
  given: object,
): Promise<Stored<Rec, HiddenSecrets>> {
  const body = resource.operations.update?.body ?? {};
  const { secrets: sealed = {} } = row.hidden;
  const kept = Object.entries(sealed).filter(([place]) => !Object.hasOwn(given, place.replace(/[.[].*/, '')));
  const secrets = { ...Object.fromEntries(kept), ...sealSecrets(body, given, vault, [], { sealed }) };
  const hasTime = Object.hasOwn(resource.record.properties ?? {}, 'updated_at');
  const time = hasTime ? formatTimestamp((await transaction.tick(now())).milliseconds) : '';
  return {
    record: {
      ...row.record,
      ...membersOf(resource, body, { ...given }, time),
      ...(hasTime && { updated_at: time }),
    },
    hidden: { ...row.hidden, secrets: Object.keys(secrets).length > 0 ? secrets : undefined },
  };
}

/** What a record shows of the members that are given. */
function membersOf({ record }: Resource, body: ObjectSchema, given: Members, time: string): Members {
  const { properties = {} } = record;
  const shown = Object.entries(maskSecrets(body, given) as Members).flatMap(([name, value]) => {
    const schema = ownEntry<Schema>(properties, name);
    if (schema === undefined) return [];
    return [[name, complete(schema, canonical(body.properties?.[name] ?? schema, value), time)]];
  });
  return Object.fromEntries(shown);
}

function defaultsOf({ properties = {} }: ObjectSchema): Members {
  const defaults = Object.entries(properties).flatMap(([name, member]) =>
    typeof member === 'object' && member.default !== undefined ? [[name, member.default]] : [],
  );
  return Object.fromEntries(defaults);
}

/** A value with times in UTC, and words that are taken in any letter case as they stand in the schema. */
export function canonical(schema: Schema | undefined, value: unknown): unknown {
  if (typeof schema !== 'object') return value;
  if (typeof value === 'string') {
    if (schema.format === 'date-time') return formatTimestamp(parseTimestamp(value));
    return schema['x-any-case'] ? value.toLowerCase() : value;
  }
  if (Array.isArray(value)) return value.map((item) => canonical(schema.items as Schema | undefined, item));
  if (typeof value !== 'object' || value === null || !schema.properties) return value;
  const { properties } = schema;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, canonical(properties[name], member)]),
  );
}

/** The value with all members that its schema requires, in the schema's order. */
function complete(schema: Schema | undefined, value: unknown, time: string): unknown {
  if (typeof schema !== 'object') return value;
  if (value === undefined) return emptyValue(schema, time);
  const { properties, required = [] } = schema;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !properties) return value;
  const names = new Set([
    ...Object.keys(properties).filter((name) => Object.hasOwn(value, name) || required.includes(name)),
    ...Object.keys(value),
  ]);
  const members = [...names].map((name) => [
    name,
    complete(properties[name], (value as Members)[name], time),
  ]);
  return Object.fromEntries(members);
}

function emptyValue(schema: ObjectSchema, time: string): unknown {
  const { type, format, default: value, minimum = 0 } = schema;
  const types = [type].flat();
  if (value !== undefined) return value;
  if (types.includes('null')) return null;
  if (types.includes('array')) return [];
  if (types.includes('object')) return complete(schema, {}, time);
  if (types.includes('boolean')) return false;
  if (types.includes('string')) return format === 'date-time' ? time : firstWord(schema);
  return minimum;
}

function firstWord({ enum: words }: ObjectSchema): unknown {
  return Array.isArray(words) ? words[0] : '';
}
