import { ProblemError } from '../rule.ts';
import type { SshKeyAlgorithm } from './ssh-key-blob.ts';
import { sshConcat, sshMpint, sshString } from './ssh-wire.ts';

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
  const info = new DerReader(new DerReader(der).only(0x30));
  const algorithm = algorithms.get(Buffer.from(info.next(0x30)).toString('hex'));
  const bits = info.only(0x03);
  if (!algorithm) throw new ProblemError('is not an RSA, ECDSA (P-256, P-384, P-521) or Ed25519 key');
  // The first byte counts the unused bits of the last one.
  if (bits[0] !== 0) throw new ProblemError(unreadable);
  const key = bits.subarray(1);
  if (algorithm === 'ssh-rsa') return sshBlobOfPkcs1(key);
  if (algorithm === 'ssh-ed25519') return sshConcat(sshString(algorithm), sshString(key));
  return sshConcat(sshString(algorithm), sshString(algorithm.slice('ecdsa-sha2-'.length)), sshString(key));
}

/** The blob of an RSAPublicKey (RFC 8017 appendix A.1.1). */
export function sshBlobOfPkcs1(der: Uint8Array): Uint8Array {
  const numbers = new DerReader(new DerReader(der).only(0x30));
  const modulus = unsigned(numbers.next(0x02));
  const exponent = unsigned(numbers.only(0x02));
  return sshConcat(sshString('ssh-rsa'), sshMpint(exponent), sshMpint(modulus));
}

function unsigned(integer: Uint8Array): Uint8Array {
  if (((integer[0] ?? 0x80) & 0x80) !== 0) throw new ProblemError(unreadable);
  return integer;
}

const unreadable = 'holds bytes that are not a public key';

/** As much of DER (X.690) as public keys need. */
class DerReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The content of the next element, which must have this tag. */
  next(tag: number): Uint8Array {
    const found = this.#byte();
    const first = this.#byte();
    let length = first & 0x7f;
    if (first >= 0x80) {
      // Two bytes of length are more than the longest key needs.
      if (length < 1 || length > 2) throw new ProblemError(unreadable);
      length = length === 1 ? this.#byte() : this.#byte() * 256 + this.#byte();
    }
    const end = this.#offset + length;
    if (found !== tag || end > this.#bytes.length) throw new ProblemError(unreadable);
    const content = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return content;
  }

  /** The same, with nothing after it. */
  only(tag: number): Uint8Array {
    const content = this.next(tag);
    if (this.#offset !== this.#bytes.length) throw new ProblemError(unreadable);
    return content;
  }

  #byte(): number {
    const byte = this.#bytes[this.#offset++];
    if (byte === undefined) throw new ProblemError(unreadable);
    return byte;
  }
}
