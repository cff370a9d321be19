import { resources } from '../../contract/index.ts';
import { parseSshPublicKey } from '../../contract/rules/ssh/public-key.ts';
import type { BodyOf } from '../../contract/schema/resource.ts';
import type { Reader } from '../../store/store.ts';
import { collectionOf } from '../records/collection.ts';
import { RequestError } from '../records/request-error.ts';
import { newRow } from '../rules/new-record.ts';
import { defineRules } from '../rules/resource-rules.ts';
import { defineSeedList, omitEmpty } from '../rules/seed-list.ts';
import { itemSchema, ownerId, words } from '../rules/seed-members.ts';

const publicKeyIndex = 'public_key';

/**
 * SSH credentials, found by the key itself, whatever comment stands beside it. A stored key is not judged again: what
 * was taken by laxer rules can still be described and deleted.
 */
export const sshCredentialCollection = collectionOf(resources.sshCredentials, {
  keys: ({ record }) => ({ [publicKeyIndex]: [record.public_key.split(' ', 2).join(' ')] }),
});

/** contract/README.md "SSH public keys": no two SSH credentials hold one key. */
export const sshCredentialRules = defineRules(resources.sshCredentials, {
  collection: sshCredentialCollection,
  async insert(context, head, given: BodyOf<typeof resources.sshCredentials.operations.create>) {
    const { identity, line } = parseSshPublicKey(given.public_key);
    const [holder] = await sshCredentialCollection.find(context.transaction, publicKeyIndex, identity);
    if (holder) {
      throw new RequestError(
        'ERR_SSH_PUBLIC_KEY_TAKEN',
        `public_key already belongs to the SSH credential ${holder.record.id}`,
        { field: 'public_key' },
      );
    }
    const row = newRow(resources.sshCredentials, context, head, { ...given, public_key: line });
    await sshCredentialCollection.insert(context.transaction, row);
    return row.record;
  },
  seed: { referredToAs: 'credentials' },
});

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
