import { ProblemError } from '../../../contract/rules/rule.ts';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import {
  parseSshCertificate,
  type SshCertificate,
  validForever,
} from '../../../contract/rules/ssh/certificate.ts';
import type { SshPublicKey } from '../../../contract/rules/ssh/public-key.ts';
import { formatTimestamp } from '../../../contract/rules/time.ts';
import { usageError } from '../../errors/cli-error.ts';
import type { NamedFile } from '../../input/named-file.ts';
import { fingerprint } from '../../operation/plugins/ssh-authorities.ts';

/** The certificate in a file. Throws a CliError. @param argument that names it: `<file>` */
export async function readSshCertificate(file: NamedFile, argument: string): Promise<SshCertificate> {
  // What is not UTF-8 is no certificate either, and says so in the same words.
  return parseCertificate(Buffer.from(await file.bytes()).toString(), file.name, argument);
}

/** Reads a certificate's text. Throws a CliError. @param name what errors call it */
export function parseCertificate(text: string, name: string, argument: string): SshCertificate {
  try {
    return parseSshCertificate(text);
  } catch (error) {
    if (error instanceof ProblemError) throw usageError(`${name} ${error.message}`, { field: argument });
    throw error;
  }
}

const INDENT = ' '.repeat(8);

/**
 * A certificate as `ssh-keygen -L` shows it, but for the times, which are in UTC and say so, and options that OpenSSH
 * does not know, whose values are shown as they are.
 * @param name what the first line calls it, as the file's name
 */
export function formatCertificate(certificate: SshCertificate, name: string): string {
  const { type, kind, publicKey, authority, signatureAlgorithm, keyId, serial } = certificate;
  const lines = [
    `Type: ${type} ${kind} certificate`,
    `Public key: ${kindName(publicKey)}-CERT ${fingerprint(publicKey)}`,
    `Signing CA: ${kindName(authority)} ${fingerprint(authority)} (using ${signatureAlgorithm})`,
    `Key ID: "${keyId}"`,
    `Serial: ${serial}`,
    `Valid: ${validity(certificate)}`,
    ...list('Principals', certificate.principals),
    ...list('Critical Options', options(certificate.criticalOptions)),
    ...list('Extensions', options(certificate.extensions)),
  ];
  return [`${sanitizeLine(name)}:`, ...lines.map((line) => INDENT + sanitizeLine(line)), ''].join('\n');
}

/** A certificate for programs: names and values as a record has them. */
export function certificateData(certificate: SshCertificate) {
  const { type, kind, publicKey, authority, signatureAlgorithm, validAfter, validBefore } = certificate;
  return {
    type,
    kind,
    key_id: certificate.keyId,
    // 64 bits are more than a number of JSON holds everywhere.
    serial: String(certificate.serial),
    key_type: publicKey.keyType,
    public_key: publicKey.line,
    public_key_fingerprint: fingerprint(publicKey),
    authority_key_type: authority.keyType,
    authority_public_key: authority.line,
    authority_fingerprint: fingerprint(authority),
    signature_algorithm: signatureAlgorithm,
    valid_after: validAfter === 0n ? null : formatSeconds(validAfter),
    valid_until: validBefore === validForever ? null : formatSeconds(validBefore),
    principals: certificate.principals,
    critical_options: certificate.criticalOptions,
    extensions: certificate.extensions,
    comment: certificate.comment,
  };
}

function kindName({ keyType }: SshPublicKey): string {
  return keyType.toUpperCase();
}

function validity({ validAfter, validBefore }: SshCertificate): string {
  const [from, to] = [formatSeconds(validAfter), formatSeconds(validBefore)];
  if (validAfter === 0n && validBefore === validForever) return 'forever';
  if (validAfter === 0n) return `before ${to}`;
  return validBefore === validForever ? `after ${from}` : `from ${from} to ${to}`;
}

/** The last second that RFC 3339 can write: 9999-12-31T23:59:59Z. */
const LAST_SECOND = 253_402_300_799n;

function formatSeconds(seconds: bigint): string {
  return seconds > LAST_SECOND ? `@${seconds}` : formatTimestamp(Number(seconds) * 1000);
}

function options(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).map(([name, value]) => (value === '' ? name : `${name} ${value}`));
}

// ssh-keygen leaves a space behind the colon of a list that has entries.
function list(name: string, entries: readonly string[]): string[] {
  return entries.length === 0
    ? [`${name}: (none)`]
    : [`${name}: `, ...entries.map((entry) => INDENT + entry)];
}
