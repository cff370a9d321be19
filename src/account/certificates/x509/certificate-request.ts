import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { DerReader, derTag } from '../../../contract/rules/der.ts';
import { readPem } from '../../../contract/rules/pem.ts';
import { ProblemError, quote } from '../../../contract/rules/rule.ts';

let loaded: Promise<typeof import('@peculiar/x509')> | undefined;

/**
 * The X.509 library, loaded on first use: it takes about 160 ms (.github/CONTRIBUTING.md "What things cost"),
 * which only a request with a certificate in it has to pay.
 */
export function loadX509(): Promise<typeof import('@peculiar/x509')> {
  loaded ??= load();
  return loaded;
}

async function load() {
  // Its dependency injection reads metadata that this module puts on Reflect, so the order matters.
  await import('reflect-metadata');
  return import('@peculiar/x509');
}

/** A request for an RSA key of 8192 bits takes about 3 KiB. */
const MAX_LENGTH = 16_384;
const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 8192;
const LABELS = ['CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST'];
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];
const HASHES = ['SHA-256', 'SHA-384', 'SHA-512'];

/**
 * Reads a PKCS #10 request (RFC 2986) out of exactly one PEM block (RFC 7468) and verifies that its sender
 * holds the private key. Keys: RSA of 2048 to 8192 bits, ECDSA on P-256, P-384 or P-521, Ed25519. Subject and
 * requested extensions are the sender's wishes and are not returned. Throws a ProblemError.
 */
export async function readCertificateRequest(pem: string): Promise<{ spki: Buffer }> {
  const der = readRequestBlock(pem);
  const signed = readSignedPart(der);

  const { Pkcs10CertificateRequest } = await loadX509();
  const { spki, signature, algorithm } = parse(() => {
    const request = new Pkcs10CertificateRequest(der);
    const { publicKey, signature, signatureAlgorithm } = request;
    return {
      spki: Buffer.from(publicKey.rawData),
      signature: Buffer.from(signature),
      algorithm: signatureAlgorithm as {
        name: string;
        hash?: { name: string };
      },
    };
  });
  const key = readKey(spki);
  // The library verifies with WebCrypto, whose Ed25519 prints a warning on Node 20; node:crypto does not.
  const hash = algorithm.hash?.name;
  if (hash !== undefined && !HASHES.includes(hash)) {
    throw new ProblemError(`is signed with ${hash}; use SHA-256, SHA-384 or SHA-512`);
  }
  if (!isSignedBy(key, hash, signed, signature)) {
    throw new ProblemError('has a signature that does not verify with its own public key');
  }
  return { spki };
}

function readRequestBlock(text: string): Buffer {
  if (text.length > MAX_LENGTH) throw new ProblemError(`is longer than ${MAX_LENGTH} bytes`);
  const blocks = readPem(text);
  if (blocks.length > 1) throw new ProblemError(`holds ${blocks.length} PEM blocks; send the request alone`);
  const [block] = blocks;
  if (block?.text === undefined || block.before !== '')
    throw new ProblemError('is not PEM; it must start with -----BEGIN CERTIFICATE REQUEST-----');
  if (block.after !== '') throw new ProblemError('has trailing data after the PEM block');
  if (!LABELS.includes(block.label))
    throw new ProblemError(`holds ${quote(block.label)}, not a certificate request`);
  if (!block.bytes?.length) throw new ProblemError('is not PEM: its content is not base64');
  return block.bytes;
}

function readKey(spki: Buffer): KeyObject {
  const key = parse(() => createPublicKey({ key: spki, format: 'der', type: 'spki' }), 'its public key');
  const {
    modulusLength = 0,
    publicExponent = 0n,
    namedCurve = 'of its own',
  } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return key;
    case 'ec':
      if (CURVES.includes(namedCurve)) return key;
      throw new ProblemError(`has a key on the curve ${namedCurve}; use P-256, P-384 or P-521`);
    case 'rsa':
      if (modulusLength < MIN_RSA_BITS || modulusLength > MAX_RSA_BITS) {
        throw new ProblemError(
          `has an RSA key of ${modulusLength} bits; use ${MIN_RSA_BITS} to ${MAX_RSA_BITS}`,
        );
      }
      if (publicExponent >= 3n && publicExponent % 2n === 1n) return key;
      throw new ProblemError('has an RSA key with a weak exponent; use 65537');
    default:
      throw new ProblemError(`has a key of the type ${key.asymmetricKeyType}; use RSA, ECDSA or Ed25519`);
  }
}

function isSignedBy(
  key: KeyObject,
  hash: string | undefined,
  signed: Uint8Array,
  signature: Buffer,
): boolean {
  // Ed25519 hashes on its own, and the others never go without.
  if ((hash === undefined) !== (key.asymmetricKeyType === 'ed25519')) return false;
  return verify(hash ?? null, signed, key, signature);
}

function parse<T>(read: () => T, what = 'its content'): T {
  try {
    return read();
  } catch {
    throw new ProblemError(`is not a certificate request: ${what} cannot be read`);
  }
}

/**
 * The bytes that the signature covers, as they were sent. The library reads lax BER, so the frame that the
 * signature does not cover is checked here: three elements that fill it, the last one of whole bytes.
 */
function readSignedPart(der: Buffer): Uint8Array {
  const problem = 'is not a certificate request: its content is not in the form of PKCS #10';
  const request = new DerReader(der, problem);
  const frame = new DerReader(request.next(derTag.sequence), problem);
  const signed = frame.nextWhole(derTag.sequence);
  // The algorithm, and then the signature.
  frame.next(derTag.sequence);
  frame.onlyBytes();
  if (!request.atEnd) throw new ProblemError('has trailing data after the request');
  return signed;
}
