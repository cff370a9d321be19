import { hash } from 'node:crypto';
import { resources } from '../../contract/index.ts';
import type { FromSchema, ObjectSchema } from '../../contract/schema/schema.ts';
import type { Reader, Transaction } from '../../store/store.ts';
import { collectionOf } from '../records/collection.ts';
import { randomBase62 } from '../records/identifiers.ts';
import { type OperationContext, ownerOf } from '../records/operation-context.ts';
import { invalidField } from '../records/request-error.ts';
import { newRecordHead, type RecordContext, type RecordHead } from '../rules/new-record.ts';
import { defineRules } from '../rules/resource-rules.ts';
import { defineSeedList, omitEmpty } from '../rules/seed-list.ts';
import { idSchema, itemSchema, ownerId, words } from '../rules/seed-members.ts';
import { deleteHandler } from '../rules/standard-handlers.ts';

interface Hidden {
  /** SHA-256 of the token's secret part, in base64. */
  readonly secretHash: string;
}

/** 30 base62 digits are 178 bits (contract/README.md "API key": 160 or more). */
const secretLength = 30;

/** Digits of the id in a token. */
const idLength = 27;

/** API keys by id; the token itself is never stored. */
export const apiKeyCollection = collectionOf<typeof resources.apiKeys, Hidden>(resources.apiKeys);

/** Hashes of deleted keys by id, which make their tokens another thing than unknown ones. */
const deletedKeyCollection = 'deleted_api_keys';

/** How the secret part of a token is stored. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64');
}

/** The stored hash of a deleted key, or `undefined`. */
export async function deletedKeyHash(reader: Reader, id: string): Promise<string | undefined> {
  return (await reader.get(deletedKeyCollection, id))?.data.secretHash as string | undefined;
}

interface NewApiKey {
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
  const head = await newRecordHead(transaction, context, resources.apiKeys);
  const secret = randomBase62(secretLength);
  const record = await putApiKey(transaction, head, key, hashSecret(secret));
  return { ...record, token: `${head.id.slice('ak_'.length)}_${secret}` };
}

/** Stores a new key whose secret has this hash; without one, no token fits it. */
async function putApiKey(transaction: Transaction, head: RecordHead, key: NewApiKey, secretHash = '') {
  const record = { description: '', metadata: '', ...key, ...head, token: null };
  await apiKeyCollection.insert(transaction, { record, hidden: { secretHash } });
  return record;
}

const secretHash = {
  type: 'string',
  pattern: '^[0-9A-Za-z+/]{43}=$',
  'x-secret': true,
  description: "SHA-256 of the token's secret part, in base64, as an export gives it",
} as const satisfies ObjectSchema;

const item = itemSchema('ak', {
  ...words,
  owner_id: ownerId,
  token: {
    type: 'string',
    pattern: '^[0-9A-Za-z]{27}_[0-9A-Za-z]{20,100}$',
    'x-secret': true,
    description:
      'the bearer token: the id without its prefix, "_" and 20 to 100 letters and digits; ' +
      'one that nobody knows when not given',
  },
  secret_hash: { ...secretHash, description: `in place of token: the ${secretHash.description}` },
});

type ApiKeyItem = FromSchema<typeof item>;

/** contract/README.md "API key". */
export const apiKeyRules = defineRules(resources.apiKeys, {
  collection: apiKeyCollection,
  handlers: {
    create: (context) =>
      context.store.write(async (transaction) => {
        const owner_id = await ownerOf(transaction, context, context.body.owner_id);
        return createApiKey(transaction, context, { ...context.body, owner_id });
      }),
    delete: deleteHandler(apiKeyCollection, (transaction, { record, hidden }) =>
      transaction.put(deletedKeyCollection, record.id, { ...hidden }),
    ),
  },
  async insert(
    { transaction }: RecordContext,
    head,
    { token, secret_hash, ...key }: ApiKeyItem & { owner_id: string },
  ) {
    if (token === undefined) return putApiKey(transaction, head, key, secret_hash);
    if (secret_hash !== undefined) throw invalidField(['secret_hash'], 'is only accepted without token');
    return putApiKey(transaction, head, key, hashSecret(token.slice(idLength + '_'.length)));
  },
  seed: {
    item,
    givenHead({ id, created_at: time, token }: ApiKeyItem) {
      if (token === undefined) return { id, time };
      const tokenId = `ak_${token.slice(0, idLength)}`;
      if (id === undefined || id === tokenId) return { id: tokenId, time };
      throw invalidField(
        ['token'],
        `does not belong to this key; it must start with ${id.slice('ak_'.length)}_`,
      );
    },
    exported: ({ record, hidden }, { withSecrets }) => ({
      ...record,
      ...(withSecrets && omitEmpty({ secret_hash: hidden.secretHash })),
    }),
  },
});

export const deletedApiKeyList = defineSeedList({
  member: 'deleted_api_keys',
  prefix: 'ak',
  collection: deletedKeyCollection,
  description: 'API keys that were deleted; whoever uses one learns that',
  item: {
    type: 'object',
    additionalProperties: false,
    required: ['id'],
    properties: { id: { ...idSchema('ak'), description: 'the id that it had' }, secret_hash: secretHash },
  },
  insert: ({ transaction }, { head: { id }, item }) =>
    transaction.put(deletedKeyCollection, id, { secretHash: item.secret_hash ?? '' }),
  toItem: ({ secretHash }, { withSecrets }, id) =>
    withSecrets ? { id, ...omitEmpty({ secret_hash: String(secretHash) }) } : undefined,
});
