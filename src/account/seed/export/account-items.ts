import type { resources } from '../../../contract/index.ts';
import type { FromSchema } from '../../../contract/schema/schema.ts';
import { readClientAuthority } from '../../certificates/x509/client-authority.ts';
import { accountCollections, type Principal, readAccount } from '../../records/account.ts';
import { wasServedBefore } from '../../records/first-serve.ts';
import { apiKeyCollection, deletedKeyCollection } from '../../resources/api-keys.ts';
import { sshCredentialCollection } from '../../resources/ssh-credentials.ts';
import type { StoredCredential } from '../account-kinds.ts';
import type {
  AccountSeed,
  ApiKeySeed,
  BotSeed,
  CredentialSeed,
  DeletedApiKeySeed,
  SshCredentialSeed,
  UserSeed,
} from '../account-schema.ts';
import { type AppliedSeed, appliedSeedOf } from '../applied-seeds.ts';
import { createdAt, type ExportContext, type ExportList, omitEmpty, stored } from './export-context.ts';

/** The account itself. */
export async function accountItem({ snapshot, vault, withSecrets }: ExportContext): Promise<AccountSeed> {
  const account = await readAccount(snapshot);
  if (!account) throw new Error('the data file holds no account');
  const applied: AppliedSeed[] = [];
  for await (const { id, data } of snapshot.rows(accountCollections.settings)) {
    const seed = appliedSeedOf(id, data);
    if (seed) applied.push(seed);
  }
  const authority = withSecrets ? await readClientAuthority(snapshot, vault) : undefined;
  return {
    id: account.id,
    admin_id: account.adminId,
    may_report_abuse: account.mayReportAbuse,
    // Without secrets no key of the account is of use, so that serve has to make one.
    ...(withSecrets && (await wasServedBefore(snapshot)) && { served: true }),
    ...(applied.length > 0 && { applied_seeds: applied }),
    ...(authority && {
      client_authority: { certificate: authority.certificate, private_key: authority.privateKey },
    }),
  };
}

export const principalItem = (row: object): UserSeed & BotSeed => {
  const { id, name, isAdmin } = row as Principal;
  return { id, name, ...(isAdmin && { admin: true }) };
};

type ApiKey = FromSchema<typeof resources.apiKeys.record>;

export const apiKeys: ExportList<ApiKeySeed> = {
  collection: apiKeyCollection.name,
  toItem(row, { withSecrets }) {
    const { record, hidden } = stored<ApiKey, { secretHash: string }>(row);
    const { description = '', metadata = '', owner_id } = record;
    return {
      id: record.id,
      ...createdAt(record),
      ...omitEmpty({ description, metadata }),
      owner_id,
      ...(withSecrets && omitEmpty({ secret_hash: hidden.secretHash })),
    };
  },
};

export const deletedApiKeys: ExportList<DeletedApiKeySeed> = {
  collection: deletedKeyCollection,
  toItem: ({ secretHash }, { withSecrets }, id) =>
    withSecrets ? { id, ...omitEmpty({ secret_hash: String(secretHash) }) } : undefined,
};

export const credentials: ExportList<CredentialSeed> = {
  collection: 'credentials',
  toItem(row) {
    const { id, description, metadata, acl, ownerId } = row as unknown as StoredCredential;
    return { id, ...omitEmpty({ description, metadata, acl: [...acl] }), owner_id: ownerId };
  },
};

type SshCredential = FromSchema<typeof resources.sshCredentials.record>;

export const sshCredentials: ExportList<SshCredentialSeed> = {
  collection: sshCredentialCollection.name,
  toItem(row) {
    const { record } = stored<SshCredential, unknown>(row);
    const { id, description, metadata, public_key, acl, owner_id } = record;
    return {
      id,
      ...createdAt(record),
      ...omitEmpty({ description, metadata }),
      public_key,
      ...omitEmpty({ acl }),
      owner_id,
    };
  },
};
