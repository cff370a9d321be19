import { resources } from '../../contract/index.ts';
import type { Resource } from '../../contract/schema/resource.ts';
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
