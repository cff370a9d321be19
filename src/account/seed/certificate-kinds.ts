import { ProblemError } from '../../contract/rules/rule.ts';
import { formatTimestamp } from '../../contract/rules/time.ts';
import { generateAuthority, loadAuthority } from '../certificates/ssh/authority.ts';
import { accountCollections, type NewAuthority, writeAuthority } from '../records/account.ts';
import type { RecordHead } from '../records/crud-handlers.ts';
import { invalidField } from '../records/request-error.ts';
import { addSshHostCertificate, sshHostCertificateCollection } from '../resources/ssh-host-certificates.ts';
import { addSshUserCertificate, sshUserCertificateCollection } from '../resources/ssh-user-certificates.ts';
import type { AuthoritySeed, SshHostCertificateSeed, SshUserCertificateSeed } from './certificate-schema.ts';
import { keptCertificate, keptOptions } from './kept-certificate.ts';
import { defineSeedKind, type SeedCall } from './kind.ts';

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
  add(call, { start, item: { id: _id, created_at: _time, certificate, ...item } }) {
    if (certificate !== undefined) return keepUserCertificate(call, start, { ...item, certificate });
    const given = { valid_after: formatTimestamp(call.now()), ...item };
    return addSshUserCertificate(call.transaction, call, start, given);
  },
});

async function keepUserCertificate(
  { transaction }: SeedCall,
  start: RecordHead,
  item: SshUserCertificateSeed & { certificate: string },
): Promise<void> {
  const { held, record } = keptCertificate(start, 'user', item);
  const critical_options = keptOptions('critical_options', item.critical_options, held.criticalOptions);
  const extensions = keptOptions('extensions', item.extensions, held.extensions);
  const row = { record: { ...record, critical_options, extensions }, hidden: {} };
  await sshUserCertificateCollection.insert(transaction, row);
}

export const sshHostCertificateKind = defineSeedKind<SshHostCertificateSeed>({
  member: 'ssh_host_certificates',
  prefix: 'shcrt',
  collection: sshHostCertificateCollection.name,
  async add(call, { start, item: { id: _id, created_at: _time, certificate, ...item } }) {
    if (certificate === undefined) {
      const given = { valid_after: formatTimestamp(call.now()), ...item };
      return addSshHostCertificate(call.transaction, call, start, given);
    }
    const { record } = keptCertificate(start, 'host', { ...item, certificate });
    return sshHostCertificateCollection.insert(call.transaction, { record, hidden: {} });
  },
});
