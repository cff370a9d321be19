import { resources } from '../../contract/index.ts';
import type { BodyOf } from '../../contract/resource.ts';
import { parseSshPublicKey } from '../../contract/rules/ssh-public-key.ts';
import type { Transaction } from '../../store/store.ts';
import { defineBehaviour } from '../behaviour.ts';
import { ownerOf } from '../call.ts';
import { collectionOf } from '../collection.ts';
import { RequestError } from '../request-error.ts';
import { begin, type Start, standard, updateWords } from '../standard.ts';

const publicKeyIndex = 'public_key';

/** SSH credentials, found by the key itself, whatever comment stands beside it. */
export const sshCredentialCollection = collectionOf(resources.sshCredentials, {
  keys: ({ record }) => ({ [publicKeyIndex]: [parseSshPublicKey(record.public_key).identity] }),
});

/** api.md section 4, SSH credentials; decisions.md "SSH public keys". */
export const sshCredentialBehaviour = defineBehaviour(resources.sshCredentials, {
  ...standard(sshCredentialCollection),
  update: updateWords(sshCredentialCollection),
  create: (call) =>
    call.store.write(async (transaction) => {
      const owner_id = await ownerOf(transaction, call, call.body.owner_id);
      const start = await begin(transaction, call, resources.sshCredentials);
      return addSshCredential(transaction, start, { ...call.body, owner_id });
    }),
});

type NewSshCredential = BodyOf<typeof resources.sshCredentials.operations.create> & { owner_id: string };

/**
 * Stores a new SSH credential and answers with its record.
 * @throws RequestError 409 when another one holds the key
 */
export async function addSshCredential(transaction: Transaction, start: Start, given: NewSshCredential) {
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
