import { recordItem } from '../../contract/manifest/record-item.ts';
import { isEmpty, ownEntry } from '../../contract/schema/json-object.ts';
import type { ObjectSchema, Schema } from '../../contract/schema/schema.ts';
import { collectionPath, type Stored } from '../records/collection.ts';
import { openSecrets } from '../records/sealed-secrets.ts';
import { canonical, type HiddenSecrets } from './new-record.ts';
import type { ResourceRules } from './resource-rules.ts';
import { createdAt, type ExportContext, type SeedList } from './seed-list.ts';
import { ownerMembers } from './standard-handlers.ts';

type Members = Readonly<Record<string, unknown>>;

/** The members that an export has before all others, as far as they do not follow from each other. */
const headMembers = ['id', 'created_at', 'updated_at'];

/**
 * The list of a seed that holds the records of a resource, as the contract has them: what `create` takes, with id, times
 * and owner. Undefined for a resource without records of its own, or that nothing in a seed creates.
 */
export function seedListOf(rules: ResourceRules): SeedList | undefined {
  const { resource, seed } = rules;
  const { idPrefix: prefix, record: recordSchema, operations } = resource;
  const item = seed.item ?? createdItem(rules);
  if (item === undefined || prefix === undefined) return undefined;
  const collection = collectionPath(resource);
  const names = exportOrder(item, seed.first);
  return {
    member: seed.member ?? collection.replaceAll('/', '_'),
    prefix,
    collection,
    item,
    description: resource.summary,
    referredToAs: seed.referredToAs,
    updateCommand: `${resource.name.replaceAll('.', ' ')} update`,
    ...(seed.givenHead && { givenHead: seed.givenHead }),
    ...(rules.prepare && { prepare: rules.prepare }),
    insert(context, { head, item: given, prepared }) {
      const { id: _id, created_at: _time, principal_id, ...rest } = canonical(item, given) as SeedItem;
      const owner = ownerMembers(rules, rest.owner_id ?? principal_id ?? context.ownerId);
      return rules.insert(context, head, { ...rest, ...owner }, prepared);
    },
    toItem(data, context) {
      const row = data as unknown as Stored<StoredRecord, HiddenSecrets>;
      const record = (seed.exported ? seed.exported(row, context) : row.record) as StoredRecord | undefined;
      if (record === undefined) return undefined;
      const { principal, created_at, updated_at } = record;
      const open = opener(operations.create?.body, row.hidden, context);
      const shown: Members = { ...record, ...(principal && { principal_id: principal.id }) };
      const entries = names.map((name) => [name, open(name, shown[name])]);
      return {
        id: record.id,
        ...createdAt(record),
        ...(updated_at !== created_at && { updated_at }),
        ...withoutEmpty(item, recordSchema, Object.fromEntries(entries), seed.always),
      };
    },
  };
}

interface SeedItem {
  readonly id?: string;
  readonly created_at?: string;
  readonly owner_id?: string;
  readonly principal_id?: string;
}

interface StoredRecord extends Members {
  readonly id: string;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly principal?: { readonly id: string };
}

/** A record as every document has it, with what only a seed knows of it. */
function createdItem({ resource, seed }: ResourceRules): ObjectSchema | undefined {
  const item = resource.operations.create && recordItem(resource);
  return item && { ...item, properties: { ...item.properties, ...seed.members } };
}

/** The names of the members that an export shows. A word that is the only one of its kind says nothing. */
function exportOrder({ properties = {} }: ObjectSchema, first: readonly string[] = []): string[] {
  const names = new Set([...first, 'description', 'metadata', ...Object.keys(properties)]);
  return [...names].filter((name) => {
    const schema = ownEntry<Schema>(properties, name);
    return typeof schema === 'object' && !headMembers.includes(name) && !isOnlyWord(schema);
  });
}

function isOnlyWord({ enum: words }: ObjectSchema): boolean {
  return Array.isArray(words) && words.length === 1;
}

/** Puts the secrets of a member back that were sealed, as far as the export has them. */
function opener(body: ObjectSchema | undefined, { secrets }: HiddenSecrets, context: ExportContext) {
  return (name: string, value: unknown): unknown => {
    const schema = body?.properties?.[name];
    if (!context.withSecrets || !secrets || schema === undefined || value === undefined) return value;
    return openSecrets(schema, value, context.vault, [name], secrets);
  };
}

/**
 * Leaves out of an item what comes back without being there: what is null, and what is empty where the record must have
 * the member and has no other default for it.
 */
function withoutEmpty(
  item: ObjectSchema,
  record: Schema | undefined,
  value: Members,
  always: readonly string[] = [],
): Members {
  const { properties: recordMembers = {}, required = [] } = typeof record === 'object' ? record : {};
  const entries = Object.entries(value).flatMap(([name, member]) => {
    if (member === undefined || member === null) return [];
    const schema = item.properties?.[name];
    const isObject = typeof member === 'object' && !Array.isArray(member);
    const isNested = isObject && typeof schema === 'object' && schema.properties !== undefined;
    const shown = isNested ? withoutEmpty(schema, recordMembers[name], member as Members) : member;
    const isRequired = item.required?.includes(name) || always.includes(name);
    const hasDefault = typeof schema === 'object' && !isEmpty(schema.default);
    const comesBack = required.includes(name) && !isRequired && !hasDefault;
    return comesBack && isEmpty(shown) ? [] : [[name, shown]];
  });
  return Object.fromEntries(entries);
}
