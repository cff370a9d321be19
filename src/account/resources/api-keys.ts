import { hash } from 'node:crypto';
import { resources } from '../../contract/index.ts';
import type { Reader, Transaction } from '../../store/store.ts';
import { collectionOf } from '../records/collection.ts';
import { crudHandlers, newRecordHead, type RecordHead, updateWords } from '../records/crud-handlers.ts';
import { defineHandlers } from '../records/handlers.ts';
import { randomBase62 } from '../records/identifiers.ts';
import { type OperationContext, ownerOf, param } from '../records/operation-context.ts';

interface Hidden {
  /** SHA-256 of the token's secret part, in base64. */
  readonly secretHash: string;
}

/** 30 base62 digits are 178 bits (contract/README.md "API key": 160 or more). */
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
export async function createApiKey(
  transaction: Transaction,
  context: Pick<OperationContext, 'now'>,
  key: NewApiKey,
) {
  const start = await newRecordHead(transaction, context, resources.apiKeys);
  const secret = randomBase62(secretLength);
  const record = await putApiKey(transaction, start, key, hashSecret(secret));
  return { ...record, token: `${start.id.slice('ak_'.length)}_${secret}` };
}

/** Stores a new key whose secret has this hash; without one, no token fits it. */
export async function putApiKey(
  transaction: Transaction,
  start: RecordHead,
  key: NewApiKey,
  secretHash = '',
) {
  const record = { description: '', metadata: '', ...key, ...start, token: null };
  await apiKeyCollection.insert(transaction, { record, hidden: { secretHash } });
  return record;
}

/** contract/README.md "API key". */
export const apiKeyHandlers = defineHandlers(resources.apiKeys, {
  ...crudHandlers(apiKeyCollection),
  update: updateWords(apiKeyCollection),
  create: (context) =>
    context.store.write(async (transaction) => {
      const owner_id = await ownerOf(transaction, context, context.body.owner_id);
      return createApiKey(transaction, context, { ...context.body, owner_id });
    }),
  delete: (context) =>
    context.store.write(async (transaction) => {
      const { record, hidden } = await apiKeyCollection.get(transaction, param(context, 'id'), context.now());
      await apiKeyCollection.remove(transaction, record);
      await transaction.put(deletedKeyCollection, record.id, { ...hidden });
      return undefined;
    }),
});
