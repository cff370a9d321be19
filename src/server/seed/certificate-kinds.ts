import { ProblemError } from '../../contract/rules/rule.ts';
import { formatTimestamp } from '../../contract/rules/time.ts';
import { accountCollections, type NewAuthority, writeAuthority } from '../account.ts';
import { invalidField } from '../request-error.ts';
import { addSshHostCertificate, sshHostCertificateCollection } from '../resources/ssh-host-certificates.ts';
import { addSshUserCertificate, sshUserCertificateCollection } from '../resources/ssh-user-certificates.ts';
import { generateAuthority, loadAuthority } from '../ssh/authority.ts';
import type { AuthoritySeed, SshHostCertificateSeed, SshUserCertificateSeed } from './certificate-schema.ts';
import { defineSeedKind } from './kind.ts';

type KeyPair = Pick<NewAuthority, 'publicKey' | 'privateKeyPem'>;

export const authorityKind = defineSeedKind<AuthoritySeed, never, KeyPair>({
  member: 'ssh_certificate_authorities',
  prefix: 'sshca',
  collection: accountCollections.authorities,
  async prepare(_service, { private_key: privateKeyPem, kind }) {
    if (privateKeyPem === undefined) return generateAuthority(kind ?? 'ed25519');
    if (kind !== undefined) throw invalidField(['kind'], 'is only taken without private_key, which has one');
    try {
      return { privateKeyPem, publicKey: loadAuthority(privateKeyPem).publicKey };
    } catch (error) {
      if (error instanceof ProblemError) throw invalidField(['private_key'], error.message);
      throw error;
    }
  },
  add: ({ transaction, vault }, { start: { id }, item: { description = '' }, prepared }) =>
    writeAuthority(transaction, vault, { id, description, ...prepared }),
});

// A certificate whose validity started when its record did could be over before the seed is applied.

export const sshUserCertificateKind = defineSeedKind<SshUserCertificateSeed>({
  member: 'ssh_user_certificates',
  prefix: 'sucrt',
  collection: sshUserCertificateCollection.name,
  add: (call, { start, item: { id: _id, created_at: _time, ...item } }) =>
    addSshUserCertificate(call.transaction, call, start, {
      valid_after: formatTimestamp(call.now()),
      ...item,
    }),
});

export const sshHostCertificateKind = defineSeedKind<SshHostCertificateSeed>({
  member: 'ssh_host_certificates',
  prefix: 'shcrt',
  collection: sshHostCertificateCollection.name,
  add: (call, { start, item: { id: _id, created_at: _time, ...item } }) =>
    addSshHostCertificate(call.transaction, call, start, {
      valid_after: formatTimestamp(call.now()),
      ...item,
    }),
});
