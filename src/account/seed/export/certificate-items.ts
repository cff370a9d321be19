import type { resources } from '../../../contract/index.ts';
import type { FromSchema } from '../../../contract/schema/schema.ts';
import { accountCollections, type StoredAuthority } from '../../records/account.ts';
import { sshHostCertificateCollection } from '../../resources/ssh-host-certificates.ts';
import { sshUserCertificateCollection } from '../../resources/ssh-user-certificates.ts';
import type { AuthoritySeed, SshHostCertificateSeed, SshUserCertificateSeed } from '../certificate-schema.ts';
import { createdAt, type ExportList, omitEmpty, stored } from './export-context.ts';

/** By how an authority's public key starts. */
const kinds: Readonly<Record<string, NonNullable<AuthoritySeed['kind']>>> = {
  'ssh-rsa': 'rsa',
  'ssh-ed25519': 'ed25519',
};

/** Without its private key an authority comes back with a new one of its kind. */
export const authorities: ExportList<AuthoritySeed> = {
  collection: accountCollections.authorities,
  toItem(row, { vault, withSecrets }) {
    const { id, description, publicKey, sealedPrivateKey } = row as unknown as StoredAuthority;
    const algorithm = publicKey.slice(0, publicKey.indexOf(' '));
    return {
      id,
      ...omitEmpty({ description }),
      ...(withSecrets
        ? { private_key: vault.open(sealedPrivateKey) }
        : { kind: kinds[algorithm] ?? 'ecdsa' }),
    };
  },
};

type UserCertificate = FromSchema<typeof resources.sshUserCertificates.record>;
type HostCertificate = FromSchema<typeof resources.sshHostCertificates.record>;

function sharedMembers(record: UserCertificate | HostCertificate) {
  const { id, description, metadata, ssh_certificate_authority_id, public_key, principals } = record;
  return {
    id,
    ...createdAt(record),
    ...omitEmpty({ description, metadata }),
    ssh_certificate_authority_id,
    public_key,
    principals,
  };
}

export const userCertificates: ExportList<SshUserCertificateSeed> = {
  collection: sshUserCertificateCollection.name,
  toItem(row) {
    const { record } = stored<UserCertificate, unknown>(row);
    const { critical_options, extensions, valid_after, valid_until, certificate } = record;
    return {
      ...sharedMembers(record),
      ...omitEmpty({ critical_options }),
      extensions,
      valid_after,
      valid_until,
      certificate,
    };
  },
};

export const hostCertificates: ExportList<SshHostCertificateSeed> = {
  collection: sshHostCertificateCollection.name,
  toItem(row) {
    const { record } = stored<HostCertificate, unknown>(row);
    const { valid_after, valid_until, certificate } = record;
    return { ...sharedMembers(record), valid_after, valid_until, certificate };
  },
};
