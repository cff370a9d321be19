import { quote } from '../../contract/rules/rule.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import type { ValuePath } from '../../contract/schema/validate.ts';
import type { Reader } from '../../store/store.ts';
import { accountCollections } from '../records/account.ts';
import { invalidField } from '../records/request-error.ts';

/** By what a schema's `x-refers-to` says: the collections that hold such ids, by prefix. */
const targets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: { usr: accountCollections.users, bot: accountCollections.bots },
  ip_policies: { ipp: 'ip_policies' },
  credentials: { cr: 'credentials', sshcr: 'ssh_credentials' },
  ssh_certificate_authorities: { sshca: accountCollections.authorities },
  event_destinations: { ed: 'event_destinations' },
};

/** The id of another record, where it stands in an item. */
export interface Reference {
  readonly id: string;
  readonly path: ValuePath;
  readonly collections: Readonly<Record<string, string>>;
}

/** All references in a value, by its schema. */
export function referencesIn(schema: Schema | undefined, value: unknown, path: ValuePath = []): Reference[] {
  if (typeof schema !== 'object') return [];
  if (typeof value === 'string') {
    const collections = targets[schema['x-refers-to'] ?? ''];
    return collections ? [{ id: value, path, collections }] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, i) => referencesIn(schema.items as Schema | undefined, item, [...path, i]));
  }
  if (typeof value !== 'object' || value === null || !schema.properties) return [];
  const { properties } = schema;
  return Object.entries(value).flatMap(([name, member]) =>
    referencesIn(Object.hasOwn(properties, name) ? properties[name] : undefined, member, [...path, name]),
  );
}

/** @throws RequestError when nothing has the id */
export async function checkReference(reader: Reader, { id, path, collections }: Reference): Promise<void> {
  const prefix = id.slice(0, id.indexOf('_'));
  const collection = Object.hasOwn(collections, prefix) ? collections[prefix] : undefined;
  if (collection !== undefined && (await reader.get(collection, id))) return;
  throw invalidField(path, `${quote(id)} is neither in this seed nor in the account`);
}
