import { accountCollections, type Principal } from '../records/account.ts';
import { invalidField } from '../records/request-error.ts';
import { apiKeyCollection, deletedKeyCollection, hashSecret, putApiKey } from '../resources/api-keys.ts';
import { addSshCredential, sshCredentialCollection } from '../resources/ssh-credentials.ts';
import type {
  ApiKeySeed,
  BotSeed,
  CredentialSeed,
  DeletedApiKeySeed,
  SshCredentialSeed,
  UserSeed,
} from './account-schema.ts';
import { defineSeedKind, type SeedCall, type SeedEntry } from './kind.ts';

async function addPrincipal(
  collection: string,
  { transaction }: SeedCall,
  { start: { id }, item }: SeedEntry<UserSeed | BotSeed>,
): Promise<void> {
  const principal: Principal = { id, name: item.name, isAdmin: item.admin === true };
  await transaction.put(collection, id, { ...principal });
}

export const userKind = defineSeedKind<UserSeed>({
  member: 'users',
  prefix: 'usr',
  collection: accountCollections.users,
  add: (call, entry) => addPrincipal(accountCollections.users, call, entry),
});

export const botKind = defineSeedKind<BotSeed>({
  member: 'bots',
  prefix: 'bot',
  collection: accountCollections.bots,
  add: (call, entry) => addPrincipal(accountCollections.bots, call, entry),
});

const idLength = 27;

export const apiKeyKind = defineSeedKind<ApiKeySeed>({
  member: 'api_keys',
  prefix: 'ak',
  collection: apiKeyCollection.name,
  given({ id, created_at: time, token }) {
    if (token === undefined) return { id, time };
    const tokenId = `ak_${token.slice(0, idLength)}`;
    if (id !== undefined && id !== tokenId) {
      throw invalidField(['token'], `is not of this key; it must start with ${id.slice('ak_'.length)}_`);
    }
    return { id: tokenId, time };
  },
  add(
    { transaction, ownerId },
    { start, item: { id: _id, created_at: _time, token, secret_hash, ...item } },
  ) {
    if (token === undefined)
      return putApiKey(transaction, start, { owner_id: ownerId, ...item }, secret_hash);
    if (secret_hash !== undefined) throw invalidField(['secret_hash'], 'is only taken without token');
    const hash = hashSecret(token.slice(idLength + '_'.length));
    return putApiKey(transaction, start, { owner_id: ownerId, ...item }, hash);
  },
});

export const deletedApiKeyKind = defineSeedKind<DeletedApiKeySeed>({
  member: 'deleted_api_keys',
  prefix: 'ak',
  collection: deletedKeyCollection,
  add: ({ transaction }, { start: { id }, item }) =>
    transaction.put(deletedKeyCollection, id, { secretHash: item.secret_hash ?? '' }),
});

/** What the sandbox knows of a tunnel credential; no operation of the API reaches it. */
export interface StoredCredential {
  readonly id: string;
  readonly description: string;
  readonly metadata: string;
  readonly acl: readonly string[];
  readonly ownerId: string;
}

export const credentialKind = defineSeedKind<CredentialSeed>({
  member: 'credentials',
  prefix: 'cr',
  collection: 'credentials',
  add({ transaction, ownerId }, { start: { id }, item }) {
    const { description = '', metadata = '', acl = [], owner_id = ownerId } = item;
    const row: StoredCredential = { id, description, metadata, acl, ownerId: owner_id };
    return transaction.put('credentials', id, { ...row });
  },
});

export const sshCredentialKind = defineSeedKind<SshCredentialSeed>({
  member: 'ssh_credentials',
  prefix: 'sshcr',
  collection: sshCredentialCollection.name,
  add: ({ transaction, ownerId }, { start, item: { id: _id, created_at: _time, ...item } }) =>
    addSshCredential(transaction, start, { owner_id: ownerId, ...item }),
});
