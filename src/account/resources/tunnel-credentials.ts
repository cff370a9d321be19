import { resources } from '../../contract/index.ts';
import type { Reader } from '../../store/store.ts';
import { defineSeedList, omitEmpty } from '../rules/seed-list.ts';
import { itemSchema, ownerId, words } from '../rules/seed-members.ts';
import { sshCredentialCollection } from './ssh-credentials.ts';

/** What the account knows of a tunnel credential; no operation of the API reaches it. */
export interface TunnelCredential {
  readonly id: string;
  readonly description: string;
  readonly metadata: string;
  readonly acl: readonly string[];
  readonly ownerId: string;
}

export const tunnelCredentialCollection = 'credentials';

export const tunnelCredentialList = defineSeedList({
  member: 'credentials',
  prefix: 'cr',
  collection: tunnelCredentialCollection,
  description: 'tunnel credentials, which agents authenticate with',
  item: itemSchema('cr', {
    ...words,
    acl: resources.sshCredentials.operations.create.body.properties.acl,
    owner_id: ownerId,
  }),
  insert({ transaction, ownerId }, { head: { id }, item }) {
    const { description = '', metadata = '', acl = [], owner_id = ownerId } = item;
    const row: TunnelCredential = { id, description, metadata, acl, ownerId: owner_id };
    return transaction.put(tunnelCredentialCollection, id, { ...row });
  },
  toItem(row) {
    const { id, description, metadata, acl, ownerId } = row as unknown as TunnelCredential;
    return { id, ...omitEmpty({ description, metadata, acl: [...acl] }), owner_id: ownerId };
  },
});

/** Whether an id is that of an SSH credential, not of a tunnel credential: agents authenticate with either. */
export function isSshCredential(id: string): boolean {
  return id.startsWith('sshcr_');
}

/** Who owns a tunnel credential or an SSH credential; undefined when there is none. */
export async function ownerOfCredential(reader: Reader, id: string): Promise<string | undefined> {
  if (isSshCredential(id)) return (await sshCredentialCollection.read(reader, id))?.record.owner_id;
  const row = await reader.get(tunnelCredentialCollection, id);
  return (row?.data as TunnelCredential | undefined)?.ownerId;
}
