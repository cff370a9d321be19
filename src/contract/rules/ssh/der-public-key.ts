import { DerReader, derTag } from '../der.ts';
import { ProblemError } from '../rule.ts';
import type { SshKeyAlgorithm } from './key-blob.ts';
import { sshConcat, sshMpint, sshString } from './wire-format.ts';

const unreadable = 'holds bytes that are not a public key';

/**
 * Turns the DER inside a PEM public key into SSH's form of the key. Done by hand because node:crypto cannot be
 * asked about a stranger's key: Node 20 aborts the whole process (`Assertion failed: (ec) != nullptr`) when it
 * exports as JWK an EC key whose point is the one at infinity.
 */

/** Algorithm identifiers that are supported, as hex of their DER: object identifier, then parameters. */
const algorithms: ReadonlyMap<string, SshKeyAlgorithm> = new Map([
  ['06092a864886f70d0101010500', 'ssh-rsa'],
  ['06092a864886f70d010101', 'ssh-rsa'],
  ['06072a8648ce3d020106082a8648ce3d030107', 'ecdsa-sha2-nistp256'],
  ['06072a8648ce3d020106052b81040022', 'ecdsa-sha2-nistp384'],
  ['06072a8648ce3d020106052b81040023', 'ecdsa-sha2-nistp521'],
  ['06032b6570', 'ssh-ed25519'],
]);

/**
 * The blob of a SubjectPublicKeyInfo (RFC 5280 section 4.1.2.7; RFC 8410 for Ed25519). The key's values are not
 * checked here, `checkSshKeyBlob` does that. Throws a ProblemError for a kind of key that is not supported, and for
 * bytes that are none.
 */
export function sshBlobOfSpki(der: Uint8Array): Uint8Array {
  const info = readSequence(der);
  const algorithm = algorithms.get(Buffer.from(info.next(derTag.sequence)).toString('hex'));
  const key = info.onlyBytes();
  if (!algorithm) throw new ProblemError('is not an RSA, ECDSA (P-256, P-384, P-521) or Ed25519 key');
  if (algorithm === 'ssh-rsa') return sshBlobOfPkcs1(key);
  if (algorithm === 'ssh-ed25519') return sshConcat(sshString(algorithm), sshString(key));
  return sshConcat(sshString(algorithm), sshString(algorithm.slice('ecdsa-sha2-'.length)), sshString(key));
}

/** The blob of an RSAPublicKey (RFC 8017 appendix A.1.1). */
export function sshBlobOfPkcs1(der: Uint8Array): Uint8Array {
  const numbers = readSequence(der);
  const modulus = unsigned(numbers.next(derTag.integer));
  const exponent = unsigned(numbers.only(derTag.integer));
  return sshConcat(sshString('ssh-rsa'), sshMpint(exponent), sshMpint(modulus));
}

function readSequence(der: Uint8Array): DerReader {
  return new DerReader(new DerReader(der, unreadable).only(derTag.sequence), unreadable);
}

function unsigned(integer: Uint8Array): Uint8Array {
  if (((integer[0] ?? 0x80) & 0x80) !== 0) throw new ProblemError(unreadable);
  return integer;
}
