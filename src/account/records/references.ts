import { resources } from '../../contract/index.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import type { ObjectSchema, Schema } from '../../contract/schema/schema.ts';
import { collectionPath } from './collection.ts';

/** Collections that the contract has no resource for, by the prefix of their ids. */
const otherCollections = {
  usr: 'users',
  bot: 'bot_users',
  rd: 'reserved_domains',
  ra: 'reserved_addrs',
  cr: 'credentials',
  ipp: 'ip_policies',
  edgtcp: 'edges/tcp',
  edgtls: 'edges/tls',
  edghts: 'edges/https',
  edghtsrt: 'edges/https/routes',
  sshca: 'ssh_certificate_authorities',
  esb: 'event_subscriptions',
} as const;

/** The collection that holds the records of an id prefix, which is also their path below the base URL. */
const collections: ReadonlyMap<string, string> = new Map([
  ...Object.values<Resource>(resources).map((resource) => [
    resource.idPrefix ?? '',
    collectionPath(resource),
  ]),
  // An application user has the prefix of a user; references are to users.
  ...Object.entries(otherCollections),
] as [string, string][]);

/** Where the record of an id is stored; `undefined` for ids of other prefixes. */
export function collectionOfId(id: string): string | undefined {
  return collections.get(id.slice(0, id.indexOf('_')));
}

/** A reference to a record. As it is stored, its `uri` is a path, which `absoluteUris` puts the base URL in front of. */
export type Ref = { id: string; uri: string };

export function refTo(id: string): Ref {
  return { id, uri: `/${collectionOfId(id)}/${id}` };
}

type Completion = (value: never, baseUrl: string) => unknown;

const completions = new WeakMap<object, Completion | undefined>();

/**
 * A stored value as the API shows it: the paths in the places that the schema calls URIs become absolute.
 * What a user chose to call `uri` (a label, an extension) stays as it is.
 */
export function absoluteUris<T>(schema: ObjectSchema, value: T, baseUrl: string): T {
  const complete = completionOf(schema);
  return complete ? (complete(value as never, baseUrl) as T) : value;
}

function completionOf(schema: Schema): Completion | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!completions.has(schema)) completions.set(schema, compile(schema));
  return completions.get(schema);
}

function compile(schema: ObjectSchema): Completion | undefined {
  if (schema.format === 'uri') {
    return (path: string | null, baseUrl) => (path === null ? null : baseUrl + path);
  }
  if (schema.items) {
    const complete = completionOf(schema.items as Schema);
    return complete && ((items: never[], baseUrl) => items.map((item) => complete(item, baseUrl)));
  }
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const complete = completionOf(member);
    return complete ? [{ name, complete }] : [];
  });
  if (members.length === 0) return undefined;
  return (value: Record<string, unknown> | null, baseUrl) => {
    if (value === null) return null;
    const result = { ...value };
    for (const { name, complete } of members) {
      if (result[name] !== undefined) result[name] = complete(result[name] as never, baseUrl);
    }
    return result;
  };
}
