import type { resources } from '../../contract/index.ts';
import { quote } from '../../contract/rules/rule.ts';
import { parseSshPublicKey, type SshPublicKey } from '../../contract/rules/ssh/public-key.ts';
import { formatTimestamp, parseTimestamp } from '../../contract/rules/time.ts';
import type { BodyOf } from '../../contract/schema/resource.ts';
import type { Transaction } from '../../store/store.ts';
import { loadAuthority, type SshAuthority } from '../certificates/ssh/authority.ts';
import { signSshCertificate } from '../certificates/ssh/certificate.ts';
import { accountCollections, listAuthorities, type StoredAuthority } from '../records/account.ts';
import type { RecordHead } from '../records/crud-handlers.ts';
import type { Service } from '../records/operation-context.ts';
import { invalidField } from '../records/request-error.ts';
import type { Vault } from '../records/vault.ts';

// What user and host certificates share (contract/README.md "SSH certificates").

type Given =
  | BodyOf<typeof resources.sshUserCertificates.operations.create>
  | BodyOf<typeof resources.sshHostCertificates.operations.create>;

/** What the certificate says beside its key. */
export interface CertificateTerms {
  readonly kind: 'user' | 'host';
  /** How long from now on a certificate is valid whose end is not given, in seconds. */
  readonly defaultValidity: number;
  readonly criticalOptions?: Readonly<Record<string, string>>;
  readonly extensions?: Readonly<Record<string, string>>;
}

/** Signs the certificate and answers with its record's members, `start` among them. */
export async function signCertificate<Begun extends RecordHead>(
  transaction: Transaction,
  { vault, now }: Pick<Service, 'vault' | 'now'>,
  start: Begun,
  body: Given,
  terms: CertificateTerms,
) {
  const publicKey: SshPublicKey = parseSshPublicKey(body.public_key);
  const stored = await readAuthority(transaction, body.ssh_certificate_authority_id);
  const signedAt = toSeconds(now());
  const validAfter = body.valid_after === undefined ? signedAt : toSeconds(parseTimestamp(body.valid_after));
  // From now on even where the validity starts at another time (contract/README.md "Limits").
  const validUntil =
    body.valid_until === undefined
      ? signedAt + terms.defaultValidity * 1000
      : toSeconds(parseTimestamp(body.valid_until));
  if (validAfter >= validUntil) {
    const field = body.valid_until === undefined ? 'valid_after' : 'valid_until';
    throw invalidField(
      [field],
      `must leave time between valid_after (${formatTimestamp(validAfter)}) and valid_until (${formatTimestamp(validUntil)})`,
    );
  }
  const principals = body.principals ?? [];
  const certificate = signSshCertificate({
    authority: authorityOf(stored, vault),
    kind: terms.kind,
    publicKey,
    keyId: start.id,
    principals,
    validAfter: validAfter / 1000,
    validBefore: validUntil / 1000,
    ...(terms.criticalOptions && { criticalOptions: terms.criticalOptions }),
    ...(terms.extensions && { extensions: terms.extensions }),
  });
  return {
    ...start,
    description: body.description ?? '',
    metadata: body.metadata ?? '',
    public_key: publicKey.line,
    key_type: publicKey.keyType,
    ssh_certificate_authority_id: stored.id,
    principals,
    valid_after: formatTimestamp(validAfter),
    valid_until: formatTimestamp(validUntil),
    certificate,
  };
}

// Loading checks the key pair, which takes over ten times as long as one signature.
const loaded = new Map<string, SshAuthority>();

function authorityOf({ sealedPrivateKey }: StoredAuthority, vault: Vault): SshAuthority {
  const authority = loaded.get(sealedPrivateKey) ?? loadAuthority(vault.open(sealedPrivateKey));
  loaded.set(sealedPrivateKey, authority);
  return authority;
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}

/** The authorities are named in the refusal, because no operation lists them. */
async function readAuthority(transaction: Transaction, id: string): Promise<StoredAuthority> {
  const row = await transaction.get(accountCollections.authorities, id);
  if (row) return row.data as unknown as StoredAuthority;
  const known = (await listAuthorities(transaction)).map((authority) => authority.id).join(', ');
  throw invalidField(
    ['ssh_certificate_authority_id'],
    `${quote(id)} is not an SSH certificate authority of this account; there is ${known}`,
  );
}
