import { ProblemError } from '../rule.ts';
import { checkEd25519Point } from './ed25519-point.ts';
import { SshReader } from './wire-format.ts';

/** Kinds of keys, as the `key_type` of a certificate names them (contract/README.md "SSH certificates"). */
export type SshKeyType = 'rsa' | 'ecdsa' | 'ed25519';

/** The algorithm names that start a key's line and its blob (RFC 4253 6.6, RFC 5656 3.1, RFC 8709 4). */
export type SshKeyAlgorithm =
  | 'ssh-rsa'
  | 'ecdsa-sha2-nistp256'
  | 'ecdsa-sha2-nistp384'
  | 'ecdsa-sha2-nistp521'
  | 'ssh-ed25519';

/** The three curves, with the name OpenSSL gives them and the bytes of one coordinate. */
const curves = [
  { algorithm: 'ecdsa-sha2-nistp256', name: 'nistp256', openssl: 'prime256v1', size: 32 },
  { algorithm: 'ecdsa-sha2-nistp384', name: 'nistp384', openssl: 'secp384r1', size: 48 },
  { algorithm: 'ecdsa-sha2-nistp521', name: 'nistp521', openssl: 'secp521r1', size: 66 },
] as const;

const keyTypes: ReadonlyMap<string, SshKeyType> = new Map<SshKeyAlgorithm, SshKeyType>([
  ['ssh-rsa', 'rsa'],
  ['ssh-ed25519', 'ed25519'],
  ...curves.map(({ algorithm }) => [algorithm, 'ecdsa'] as const),
]);

/** The kind of an algorithm, or undefined for one that is not supported. */
export function sshKeyType(algorithm: string): SshKeyType | undefined {
  return keyTypes.get(algorithm);
}

/** Tells an algorithm of ours from any other word. */
export function isSshKeyAlgorithm(word: string): word is SshKeyAlgorithm {
  return keyTypes.has(word);
}

/**
 * Checks the values of a key (what follows the algorithm in a blob; a certificate carries them the same way)
 * and leaves the reader behind them. Throws a ProblemError that says what is wrong, without quoting the key.
 */
export function readSshKeyValues(algorithm: SshKeyAlgorithm, reader: SshReader): void {
  const curve = curves.find((each) => each.algorithm === algorithm);
  if (curve) {
    if (reader.text() !== curve.name) throw new ProblemError('names another curve inside');
    checkPoint(curve, reader.string());
  } else if (algorithm === 'ssh-rsa') {
    checkRsa(reader.mpint(), reader.mpint());
  } else {
    const point = reader.string();
    if (point.length !== 32) throw new ProblemError('holds an Ed25519 key that is not 32 bytes long');
    checkEd25519Point(point);
  }
}

/** Checks a whole blob, which must be of the algorithm its label claims, to its last byte. */
export function checkSshKeyBlob(algorithm: SshKeyAlgorithm, blob: Uint8Array): void {
  const reader = new SshReader(blob);
  if (reader.text() !== algorithm) throw new ProblemError('holds a key of another type than its label says');
  readSshKeyValues(algorithm, reader);
  reader.end();
}

function checkRsa(exponent: Uint8Array, modulus: Uint8Array): void {
  const bits = modulus.length * 8 - (modulus.length > 0 ? Math.clz32(modulus[0] ?? 0) - 24 : 0);
  if (bits < 2048)
    throw new ProblemError(`is an RSA key of ${bits} bits; use at least 2048, better an Ed25519 key`);
  if (bits > 16384)
    throw new ProblemError(`is an RSA key of ${bits} bits; 16384 is the most that OpenSSH reads`);
  const isOdd = (bytes: Uint8Array): boolean => ((bytes.at(-1) ?? 0) & 1) === 1;
  const isOne = exponent.length === 1 && exponent[0] === 1;
  // OpenSSL refuses to verify with an exponent of more than 64 bits and a modulus of more than 3072.
  if (!isOdd(modulus) || !isOdd(exponent) || isOne || exponent.length > 8) {
    throw new ProblemError('holds numbers that are not an RSA key');
  }
}

function checkPoint({ openssl, size }: (typeof curves)[number], point: Uint8Array): void {
  if (point.length !== 1 + 2 * size || point[0] !== 4) {
    throw new ProblemError('holds a point of the wrong form; OpenSSH reads uncompressed points only');
  }
  const { ECDH } = process.getBuiltinModule('node:crypto');
  try {
    ECDH.convertKey(point, openssl);
  } catch {
    throw new ProblemError('holds a point that is not on its curve');
  }
}
