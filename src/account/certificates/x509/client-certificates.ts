import { createPrivateKey, KeyObject, randomBytes, webcrypto } from 'node:crypto';
import type { Reader, Transaction } from '../../../store/store.ts';
import { accountCollections } from '../../records/account.ts';
import type { Service } from '../../records/operation-context.ts';
import type { Vault } from '../../records/vault.ts';
import { loadX509, readCertificateRequest } from './certificate-request.ts';

const key = 'client_authority';

/**
 * The authority that signs operators' client certificates, made when it is first asked for. Its private key is
 * sealed in the file.
 */
export async function clientAuthorityOf(service: Service): Promise<ClientAuthority> {
  const stored = await readClientAuthority(service.store, service.vault);
  if (stored) return stored;
  const made = await createClientAuthority({ now: new Date(service.now()) });
  await service.store.write(async (transaction) => {
    // Another request may have been first; then its authority stands.
    if (await transaction.get(accountCollections.settings, key)) return;
    await writeClientAuthority(transaction, service.vault, made);
  });
  return (await readClientAuthority(service.store, service.vault)) as ClientAuthority;
}

export async function writeClientAuthority(
  transaction: Transaction,
  vault: Vault,
  { certificate, privateKey }: ClientAuthority,
): Promise<void> {
  const row = { certificate, sealedPrivateKey: vault.seal(privateKey) };
  await transaction.put(accountCollections.settings, key, row);
}

/** The authority as far as there is one. */
export async function readClientAuthority(
  reader: Reader,
  vault: Vault,
): Promise<ClientAuthority | undefined> {
  const data = (await reader.get(accountCollections.settings, key))?.data;
  if (!data) return undefined;
  return { certificate: String(data.certificate), privateKey: vault.open(String(data.sealedPrivateKey)) };
}

/** A certificate authority: both members PEM, the key as unencrypted PKCS #8, so keep it where secrets are kept. */
export interface ClientAuthority {
  readonly certificate: string;
  readonly privateKey: string;
}

interface ClientCertificate {
  /** PEM. */
  readonly certificate: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const DAY = 86_400_000;
const CLIENT_DAYS = 90;
const AUTHORITY_DAYS = 3652;
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const KEYS = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

/**
 * Makes the authority that signs the client certificates of one sandbox: self-signed, ECDSA P-256, ten years
 * from `now`, for end certificates only (RFC 5280 section 4.2).
 */
export async function createClientAuthority({ now = new Date() } = {}): Promise<ClientAuthority> {
  const x509 = await loadX509();
  const keys = await webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      ...validity(now, AUTHORITY_DAYS),
      serialNumber: createSerialNumber(),
      name: commonName(x509, 'tunnelctl sandbox client authority'),
      keys,
      signingAlgorithm: SIGNING,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return {
    certificate: toPem(certificate.toString('pem')),
    privateKey: KeyObject.from(keys.privateKey).export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

/**
 * Signs the key of a certificate request for the subject (an operator's id) as a TLS client: 90 days from
 * `now`, cut to the second (contract/README.md "Operator"). What else the request asks for is ignored.
 * Throws a ProblemError.
 */
export async function issueClientCertificate(
  authority: ClientAuthority,
  csr: string,
  { subjectId, now }: { subjectId: string; now: Date },
): Promise<ClientCertificate> {
  const { spki } = readCertificateRequest(csr);
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.certificate);
  const publicKey = new x509.PublicKey(spki);
  const period = validity(now, CLIENT_DAYS);
  const certificate = await x509.X509CertificateGenerator.create(
    {
      ...period,
      serialNumber: createSerialNumber(),
      subject: commonName(x509, subjectId),
      issuer: issuer.subjectName,
      publicKey,
      signingKey: await importSigningKey(authority.privateKey),
      signingAlgorithm: SIGNING,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([CLIENT_AUTH]),
        await x509.SubjectKeyIdentifierExtension.create(publicKey, false, webcrypto),
        await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return { certificate: toPem(certificate.toString('pem')), ...period };
}

function importSigningKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' });
  return webcrypto.subtle.importKey('pkcs8', der, KEYS, false, ['sign']);
}

function validity(now: Date, days: number): { notBefore: Date; notAfter: Date } {
  const start = Math.floor(now.getTime() / 1000) * 1000;
  return { notBefore: new Date(start), notAfter: new Date(start + days * DAY) };
}

// As an object, since a name in text form would let an id bring further parts along.
function commonName(x509: Awaited<ReturnType<typeof loadX509>>, value: string) {
  return new x509.Name([{ CN: [{ utf8String: value }] }]);
}

/** 127 random bits in hexadecimal: positive, and always 16 bytes long (RFC 5280 section 4.1.2.2). */
function createSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
}

function toPem(text: string): string {
  return `${text.trimEnd()}\n`;
}
