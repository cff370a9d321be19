import { quote } from '../../contract/rules/rule.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import type { ValuePath } from '../../contract/schema/validate.ts';
import type { Reader } from '../../store/store.ts';
import { invalidField } from '../records/request-error.ts';
import type { SeedList } from '../rules/seed-list.ts';

/** By what a schema's `x-refers-to` says: the collections that hold such ids, by prefix. */
export type ReferenceTargets = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What items can refer to: the records of the lists. */
export function referenceTargets(lists: readonly SeedList[]): ReferenceTargets {
  const targets = new Map<string, Map<string, string>>();
  for (const { prefix, collection, referredToAs } of lists) {
    for (const name of new Set([collection, referredToAs ?? collection])) {
      targets.set(name, (targets.get(name) ?? new Map()).set(prefix, collection));
    }
  }
  return targets;
}

/** The id of another record, where it stands in an item. */
export interface Reference {
  readonly id: string;
  readonly path: ValuePath;
  readonly collections: ReadonlyMap<string, string>;
}

/** All references in a value, by its schema. */
export function referencesIn(
  targets: ReferenceTargets,
  schema: Schema | undefined,
  value: unknown,
  path: ValuePath = [],
): Reference[] {
  if (typeof schema !== 'object') return [];
  if (typeof value === 'string') {
    const collections = targets.get(schema['x-refers-to'] ?? '');
    return collections ? [{ id: value, path, collections }] : [];
  }
  if (Array.isArray(value)) {
    const items = schema.items as Schema | undefined;
    return value.flatMap((item, i) => referencesIn(targets, items, item, [...path, i]));
  }
  if (typeof value !== 'object' || value === null || !schema.properties) return [];
  const { properties } = schema;
  return Object.entries(value).flatMap(([name, member]) =>
    referencesIn(targets, Object.hasOwn(properties, name) ? properties[name] : undefined, member, [
      ...path,
      name,
    ]),
  );
}

/** @throws RequestError when nothing has the id */
export async function checkReference(reader: Reader, { id, path, collections }: Reference): Promise<void> {
  const collection = collections.get(id.slice(0, id.indexOf('_')));
  if (collection !== undefined && (await reader.get(collection, id))) return;
  throw invalidField(path, `${quote(id)} is neither in this seed nor in the account`);
}
