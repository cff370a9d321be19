import type { resources } from '../../../contract/index.ts';
import { parseSshPublicKey, type SshPublicKey } from '../../../contract/rules/ssh/public-key.ts';
import { formatTimestamp, parseTimestamp } from '../../../contract/rules/time.ts';
import type { BodyOf } from '../../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import { loadAuthority, type SshAuthority } from '../../certificates/ssh/authority.ts';
import { signSshCertificate } from '../../certificates/ssh/certificate.ts';
import { invalidField } from '../../records/request-error.ts';
import type { Vault } from '../../records/vault.ts';
import type { RecordContext, RecordHead } from '../../rules/new-record.ts';
import { readAuthority, type StoredAuthority } from './ssh-certificate-authorities.ts';

// What user and host certificates share (contract/README.md "SSH certificates").

/** What a certificate is made from; a seed can bring one that was signed before. */
export type GivenCertificate = (
  | BodyOf<typeof resources.sshUserCertificates.operations.create>
  | BodyOf<typeof resources.sshHostCertificates.operations.create>
) & { readonly certificate?: string };

/** How certificates stand in a seed. */
export const certificateSeed = {
  members: {
    valid_after: {
      type: 'string',
      format: 'date-time',
      description: 'start of the validity; when the seed is applied by default',
    },
    certificate: {
      type: 'string',
      minLength: 1,
      'x-max-bytes': 65_536,
      description: 'the certificate as it was signed before, one line; a new one is signed when not given',
    },
  },
  always: ['principals'],
} as const satisfies { members: Record<string, ObjectSchema>; always: string[] };

/** What the certificate says beside its key. */
interface CertificateTerms {
  readonly kind: 'user' | 'host';
  /** How long from now on a certificate is valid whose end is not given, in seconds. */
  readonly defaultValidity: number;
  readonly criticalOptions?: Readonly<Record<string, string>>;
  readonly extensions?: Readonly<Record<string, string>>;
}

/** Signs the certificate and answers with the members that user and host certificates share. */
export async function signCertificate(
  { transaction, vault, now }: RecordContext,
  head: RecordHead,
  body: GivenCertificate,
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
    keyId: head.id,
    principals,
    validAfter: validAfter / 1000,
    validBefore: validUntil / 1000,
    ...(terms.criticalOptions && { criticalOptions: terms.criticalOptions }),
    ...(terms.extensions && { extensions: terms.extensions }),
  });
  return {
    ...head,
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
