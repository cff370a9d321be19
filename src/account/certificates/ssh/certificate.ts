import { randomBytes } from 'node:crypto';
import { certificateSuffix, type SshCertificateKind } from '../../../contract/rules/ssh/certificate.ts';
import type { SshPublicKey } from '../../../contract/rules/ssh/public-key.ts';
import { sshConcat, sshString, sshUint32, sshUint64 } from '../../../contract/rules/ssh/wire-format.ts';
import type { SshAuthority } from './authority.ts';

export interface SshCertificateRequest {
  readonly authority: SshAuthority;
  readonly kind: SshCertificateKind;
  readonly publicKey: SshPublicKey;
  /** What sshd logs; also the comment of the line. Must be one line. */
  readonly keyId: string;
  readonly principals: readonly string[];
  /** A Date (rounded down to the second) or seconds since 1970; the first second of validity. */
  readonly validAfter: Date | number;
  /** Likewise; the first second after it. */
  readonly validBefore: Date | number;
  /** User certificates only; empty for a host. */
  readonly criticalOptions?: Readonly<Record<string, string>>;
  /** User certificates only; empty for a host. A flag such as `permit-pty` has the value `''`. */
  readonly extensions?: Readonly<Record<string, string>>;
}

/** Other serials than 0 are for revoking by number, which nothing here does (PROTOCOL.certkeys, "serial"). */
const serial = 0n;

/**
 * Signs a certificate (PROTOCOL.certkeys) and answers its line, `<type> <base64> <key id>`. The principals and
 * options must have passed the rules of `contract/rules/ssh/certificate-options.ts`. Throws an Error only for a
 * validity that is empty or reaches before 1970, and for options on a host certificate.
 */
export function signSshCertificate(request: SshCertificateRequest): string {
  const { authority, kind, publicKey, keyId, principals, criticalOptions = {}, extensions = {} } = request;
  const validAfter = toSeconds(request.validAfter);
  const validBefore = toSeconds(request.validBefore);
  if (validAfter >= validBefore) throw new Error('the certificate would end before it starts');
  const hasOptions = Object.keys(criticalOptions).length + Object.keys(extensions).length > 0;
  if (kind === 'host' && hasOptions) throw new Error('a host certificate has no options');
  const type = publicKey.algorithm + certificateSuffix;
  const signed = sshConcat(
    sshString(type),
    // Makes what is signed unpredictable to whoever chose the rest of it.
    sshString(randomBytes(32)),
    // The key's own values follow here without its algorithm, which the type replaces.
    publicKey.blob.subarray(sshString(publicKey.algorithm).length),
    sshUint64(serial),
    sshUint32(kind === 'user' ? 1 : 2),
    sshString(keyId),
    sshString(sshConcat(...principals.map(sshString))),
    sshUint64(validAfter),
    sshUint64(validBefore),
    sshString(writeOptions(criticalOptions)),
    sshString(writeOptions(extensions)),
    // Reserved.
    sshString(''),
    sshString(authority.publicKeyBlob),
  );
  const certificate = Buffer.concat([signed, sshString(authority.sign(signed))]);
  return `${type} ${certificate.toString('base64')} ${keyId}`;
}

function toSeconds(time: Date | number): bigint {
  const seconds = typeof time === 'number' ? time : Math.floor(time.getTime() / 1000);
  if (!Number.isSafeInteger(seconds) || seconds < 0)
    throw new Error('the time is not one that a certificate can hold');
  return BigInt(seconds);
}

/** PROTOCOL.certkeys: in the order of their names, a value wrapped in one more string, a flag with none. */
function writeOptions(options: Readonly<Record<string, string>>): Uint8Array {
  const sorted = Object.entries(options).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return sshConcat(
    ...sorted.flatMap(([name, value]) => [sshString(name), sshString(value === '' ? '' : sshString(value))]),
  );
}
