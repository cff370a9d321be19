import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { PemBlock } from '../../../contract/rules/pem.ts';
import { ProblemError } from '../../../contract/rules/rule.ts';
import { sshBlobOfSpki } from '../../../contract/rules/ssh/der-public-key.ts';
import { SshReader } from '../../../contract/rules/ssh/wire-format.ts';

const noPair = 'holds a private and a public key that do not belong together';
const magic = Buffer.from('openssh-key-v1\0');

/**
 * Reads the block `OPENSSH PRIVATE KEY` that ssh-keygen writes (OpenSSH's PROTOCOL.key), which OpenSSL cannot.
 * Throws a ProblemError, whose message holds nothing of the key.
 */
export function readOpensshPrivateKey({ text, bytes: file }: PemBlock): KeyObject {
  if (text === undefined) throw new ProblemError('is an OpenSSH private key that is cut short');
  if (!file?.subarray(0, magic.length).equals(magic))
    throw new ProblemError('is a damaged OpenSSH private key');
  const reader = new SshReader(file.subarray(magic.length));
  const cipher = reader.text();
  if (cipher !== 'none')
    throw new ProblemError('is encrypted; remove its passphrase with ssh-keygen -p first');
  // The key derivation and its options, which a file without a cipher does not use.
  reader.string();
  reader.string();
  if (reader.uint32() !== 1) throw new ProblemError('holds more than one private key');
  const publicBlob = reader.string();
  const privatePart = new SshReader(reader.string());
  // The same number twice: it tells a wrong passphrase, and here a damaged file.
  const [check, again] = [privatePart.uint32(), privatePart.uint32()];
  if (check !== again) throw new ProblemError('is a damaged OpenSSH private key');
  const key = toKeyObject(readJwk(privatePart));
  // node:crypto takes the public half of an Ed25519 key from its seed, whatever else the file says.
  const derived = sshBlobOfSpki(createPublicKey(key).export({ type: 'spki', format: 'der' }));
  if (!Buffer.from(derived).equals(publicBlob)) throw new ProblemError(noPair);
  return key;
}

function toKeyObject(jwk: JsonWebKey): KeyObject {
  try {
    return createPrivateKey({ format: 'jwk', key: jwk });
  } catch {
    throw new ProblemError('is a damaged OpenSSH private key');
  }
}

/** The key's values as a JWK, the one form node:crypto takes them in (RFC 7518 section 6, RFC 8037). */
function readJwk(reader: SshReader): JsonWebKey {
  const algorithm = reader.text();
  if (algorithm === 'ssh-ed25519') {
    const x = encode(reader.string());
    // The private value is the seed followed by the public key again.
    return { kty: 'OKP', crv: 'Ed25519', x, d: encode(reader.string().subarray(0, 32)) };
  }
  if (algorithm === 'ssh-rsa') return readRsa(reader);
  const curve = /^ecdsa-sha2-nistp(256|384|521)$/.exec(algorithm)?.[1];
  if (!curve) throw new ProblemError('is not an RSA, ECDSA (P-256, P-384, P-521) or Ed25519 key');
  reader.string();
  const point = reader.string().subarray(1);
  const size = Math.ceil(Number(curve) / 8);
  const digits = Buffer.from(reader.mpint()).toString('hex');
  return {
    kty: 'EC',
    crv: `P-${curve}`,
    x: encode(point.subarray(0, size)),
    y: encode(point.subarray(size)),
    d: encode(Buffer.from(digits.padStart(size * 2, '0'), 'hex')),
  };
}

function readRsa(reader: SshReader): JsonWebKey {
  const n = reader.mpint();
  const e = reader.mpint();
  const d = reader.mpint();
  const qi = reader.mpint();
  const p = reader.mpint();
  const q = reader.mpint();
  // JWK wants d modulo p-1 and q-1, which the file leaves out.
  const remainder = (prime: Uint8Array): string => {
    if (toBigInt(prime) < 3n) throw new ProblemError('is a damaged OpenSSH private key');
    const hex = (toBigInt(d) % (toBigInt(prime) - 1n)).toString(16);
    return encode(Buffer.from(hex.padStart(prime.length * 2, '0'), 'hex'));
  };
  const values = { n: encode(n), e: encode(e), d: encode(d), p: encode(p), q: encode(q), qi: encode(qi) };
  return { kty: 'RSA', ...values, dp: remainder(p), dq: remainder(q) };
}

function toBigInt(bytes: Uint8Array): bigint {
  return BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
