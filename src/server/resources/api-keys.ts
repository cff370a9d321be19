import { hash } from 'node:crypto';
import { resources } from '../../contract/index.ts';
import type { Reader, Transaction } from '../../store/store.ts';
import { defineBehaviour } from '../behaviour.ts';
import { type Call, ownerOf, param } from '../call.ts';
import { collectionOf } from '../collection.ts';
import { randomBase62 } from '../identifiers.ts';
import { begin, type Start, standard, updateWords } from '../standard.ts';

interface Hidden {
  /** SHA-256 of the token's secret part, in base64. */
  readonly secretHash: string;
}

/** 30 base62 digits are 178 bits (decisions.md "API key": 160 or more). */
const secretLength = 30;

/** API keys by id; the token itself is never stored. */
export const apiKeyCollection = collectionOf<typeof resources.apiKeys, Hidden>(resources.apiKeys);

/** Hashes of deleted keys by id, so that their tokens are told from unknown ones. */
export const deletedKeyCollection = 'deleted_api_keys';

/** How the secret part of a token is stored. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64');
}

/** The stored hash of a deleted key, or `undefined`. */
export async function deletedKeyHash(reader: Reader, id: string): Promise<string | undefined> {
  return (await reader.get(deletedKeyCollection, id))?.data.secretHash as string | undefined;
}

export interface NewApiKey {
  readonly owner_id: string;
  readonly description?: string;
  readonly metadata?: string;
}

/** Makes a key and answers with its record, the token included for this once. */
export async function createApiKey(transaction: Transaction, call: Pick<Call, 'now'>, key: NewApiKey) {
  const start = await begin(transaction, call, resources.apiKeys);
  const secret = randomBase62(secretLength);
  const record = await putApiKey(transaction, start, key, hashSecret(secret));
  return { ...record, token: `${start.id.slice('ak_'.length)}_${secret}` };
}

/** Stores a new key whose secret has this hash; without one, no token fits it. */
export async function putApiKey(transaction: Transaction, start: Start, key: NewApiKey, secretHash = '') {
  const record = { description: '', metadata: '', ...key, ...start, token: null };
  await apiKeyCollection.insert(transaction, { record, hidden: { secretHash } });
  return record;
}

/** api.md section 4, API keys; decisions.md "API key". */
export const apiKeyBehaviour = defineBehaviour(resources.apiKeys, {
  ...standard(apiKeyCollection),
  update: updateWords(apiKeyCollection),
  create: (call) =>
    call.store.write(async (transaction) => {
      const owner_id = await ownerOf(transaction, call, call.body.owner_id);
      return createApiKey(transaction, call, { ...call.body, owner_id });
    }),
  delete: (call) =>
    call.store.write(async (transaction) => {
      const { record, hidden } = await apiKeyCollection.get(transaction, param(call, 'id'), call.now());
      await apiKeyCollection.remove(transaction, record);
      await transaction.put(deletedKeyCollection, record.id, { ...hidden });
      return undefined;
    }),
});
