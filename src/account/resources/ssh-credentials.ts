import { resources } from '../../contract/index.ts';
import { parseSshPublicKey } from '../../contract/rules/ssh/public-key.ts';
import type { BodyOf } from '../../contract/schema/resource.ts';
import type { Transaction } from '../../store/store.ts';
import { collectionOf } from '../records/collection.ts';
import { crudHandlers, newRecordHead, type RecordHead, updateWords } from '../records/crud-handlers.ts';
import { defineHandlers } from '../records/handlers.ts';
import { ownerOf } from '../records/operation-context.ts';
import { RequestError } from '../records/request-error.ts';

const publicKeyIndex = 'public_key';

/** SSH credentials, found by the key itself, whatever comment stands beside it. */
export const sshCredentialCollection = collectionOf(resources.sshCredentials, {
  keys: ({ record }) => ({ [publicKeyIndex]: [parseSshPublicKey(record.public_key).identity] }),
});

/** contract/README.md "SSH public keys". */
export const sshCredentialHandlers = defineHandlers(resources.sshCredentials, {
  ...crudHandlers(sshCredentialCollection),
  update: updateWords(sshCredentialCollection),
  create: (context) =>
    context.store.write(async (transaction) => {
      const owner_id = await ownerOf(transaction, context, context.body.owner_id);
      const start = await newRecordHead(transaction, context, resources.sshCredentials);
      return addSshCredential(transaction, start, { ...context.body, owner_id });
    }),
});

type NewSshCredential = BodyOf<typeof resources.sshCredentials.operations.create> & { owner_id: string };

/**
 * Stores a new SSH credential and answers with its record.
 * @throws RequestError 409 when another one holds the key
 */
export async function addSshCredential(transaction: Transaction, start: RecordHead, given: NewSshCredential) {
  const publicKey = parseSshPublicKey(given.public_key);
  const [holder] = await sshCredentialCollection.find(transaction, publicKeyIndex, publicKey.identity);
  if (holder) {
    throw new RequestError(
      'ERR_SSH_PUBLIC_KEY_TAKEN',
      `public_key belongs to the SSH credential ${holder.record.id} already`,
      { field: 'public_key' },
    );
  }
  const words = { description: '', metadata: '', acl: [] };
  const record = { ...words, ...given, ...start, public_key: publicKey.line };
  await sshCredentialCollection.insert(transaction, { record, hidden: {} });
  return record;
}
