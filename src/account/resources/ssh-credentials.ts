import { resources } from '../../contract/index.ts';
import { parseSshPublicKey } from '../../contract/rules/ssh/public-key.ts';
import type { BodyOf } from '../../contract/schema/resource.ts';
import { collectionOf } from '../records/collection.ts';
import { RequestError } from '../records/request-error.ts';
import { newRow } from '../rules/new-record.ts';
import { defineRules } from '../rules/resource-rules.ts';

const publicKeyIndex = 'public_key';

/** SSH credentials, found by the key itself, whatever comment stands beside it. */
export const sshCredentialCollection = collectionOf(resources.sshCredentials, {
  keys: ({ record }) => ({ [publicKeyIndex]: [parseSshPublicKey(record.public_key).identity] }),
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
        `public_key belongs to the SSH credential ${holder.record.id} already`,
        { field: 'public_key' },
      );
    }
    const row = newRow(resources.sshCredentials, context, head, { ...given, public_key: line });
    await sshCredentialCollection.insert(context.transaction, row);
    return row.record;
  },
  seed: { referredToAs: 'credentials' },
});
