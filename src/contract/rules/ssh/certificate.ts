import { decodeBase64 } from '../pem.ts';
import { ProblemError } from '../rule.ts';
import { isSshKeyAlgorithm, readSshKeyValues } from './key-blob.ts';
import { type SshPublicKey, sshPublicKeyOfBlob } from './public-key.ts';
import { SshReader, sshConcat, sshString } from './wire-format.ts';

/** Who a certificate is for: 1 and 2 on the wire (PROTOCOL.certkeys, "type"). */
export type SshCertificateKind = 'user' | 'host';

/** What follows a key's algorithm in the name of its certificate's type. */
export const certificateSuffix = '-cert-v01@openssh.com';

/** The `valid before` of a certificate that never ends, in seconds since 1970. */
export const validForever = 0xffff_ffff_ffff_ffffn;

/** Every field of a certificate, in the order of PROTOCOL.certkeys. */
export interface SshCertificate {
  /** The type's name, for example `ssh-ed25519-cert-v01@openssh.com`. */
  readonly type: string;
  readonly nonce: Uint8Array;
  readonly publicKey: SshPublicKey;
  readonly serial: bigint;
  readonly kind: SshCertificateKind;
  readonly keyId: string;
  readonly principals: readonly string[];
  /** Seconds since 1970; the first second of validity. */
  readonly validAfter: bigint;
  /** Seconds since 1970; the first second after it, or `validForever`. */
  readonly validBefore: bigint;
  readonly criticalOptions: Readonly<Record<string, string>>;
  readonly extensions: Readonly<Record<string, string>>;
  readonly authority: SshPublicKey;
  /** Name of the algorithm the authority signed with, for example `rsa-sha2-512`. */
  readonly signatureAlgorithm: string;
  readonly comment: string;
}

/**
 * Reads a certificate's one line, as in a `-cert.pub` file. Throws a ProblemError that completes a sentence starting
 * with the field's name. It does not check the signature, nor that the time is right: `ssh-keygen -L` and sshd do.
 */
export function parseSshCertificate(line: string): SshCertificate {
  const [, type = '', base64 = '', comment = ''] =
    /^(\S+)[ \t]+(\S+)(?:[ \t]+(.*))?$/.exec(line.trim()) ?? [];
  const algorithm = type.slice(0, -certificateSuffix.length);
  if (!type.endsWith(certificateSuffix) || !isSshKeyAlgorithm(algorithm)) {
    throw new ProblemError(
      'is not an SSH certificate; give the one line of a file such as id_ed25519-cert.pub',
    );
  }
  const blob = decodeBase64(base64);
  if (!blob) throw new ProblemError('is damaged: its middle part is not base64');
  const reader = new SshReader(blob);
  if (reader.text() !== type)
    throw new ProblemError('holds a certificate of another type than its label says');
  const nonce = reader.string();
  const start = reader.offset;
  readSshKeyValues(algorithm, reader);
  const publicKey = sshPublicKeyOfBlob(sshConcat(sshString(algorithm), blob.subarray(start, reader.offset)));
  const serial = reader.uint64();
  const kind = readKind(reader.uint32());
  const keyId = reader.text();
  const principals = new SshReader(reader.string()).strings().map(toText);
  const validAfter = reader.uint64();
  const validBefore = reader.uint64();
  const criticalOptions = readOptions(reader.string());
  const extensions = readOptions(reader.string());
  // Reserved: to be ignored, says PROTOCOL.certkeys.
  reader.string();
  const authority = sshPublicKeyOfBlob(reader.string());
  const signatureAlgorithm = new SshReader(reader.string()).text();
  reader.end();
  return {
    type,
    nonce,
    publicKey,
    serial,
    kind,
    keyId,
    principals,
    validAfter,
    validBefore,
    criticalOptions,
    extensions,
    authority,
    signatureAlgorithm,
    comment,
  };
}

function readKind(number: number): SshCertificateKind {
  if (number === 1) return 'user';
  if (number === 2) return 'host';
  throw new ProblemError(`is neither a user certificate (1) nor a host certificate (2): ${number}`);
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

/** Names and values in turn. A flag has no value; others wrap theirs in one more string. */
function readOptions(bytes: Uint8Array): Record<string, string> {
  const reader = new SshReader(bytes);
  const options = new Map<string, string>();
  while (!reader.atEnd) {
    const name = reader.text();
    if (options.has(name)) throw new ProblemError('holds the same option twice');
    options.set(name, readOptionValue(reader.string()));
  }
  // Unlike assignment, this makes a plain property even of a name such as `__proto__`.
  return Object.fromEntries(options);
}

function readOptionValue(data: Uint8Array): string {
  if (data.length === 0) return '';
  try {
    const reader = new SshReader(data);
    const value = reader.text();
    reader.end();
    return value;
  } catch {
    // Somebody's own extension may hold anything at all.
    return `hex:${Buffer.from(data).toString('hex')}`;
  }
}
