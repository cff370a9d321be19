import { createPublicKey, ECDH, type KeyObject } from 'node:crypto';
import { DerReader, derTag } from '../../../contract/rules/der.ts';
import { readPem } from '../../../contract/rules/pem.ts';
import { ProblemError, quote } from '../../../contract/rules/rule.ts';
import { checkEd25519Point } from '../../../contract/rules/ssh/ed25519-point.ts';
import { isSignedBy, readSignatureScheme } from './signature-scheme.ts';

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
/** With a larger one, verifying one signature takes as long as making a hundred. */
const MAX_RSA_EXPONENT = 2n ** 64n;
const LABELS = ['CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST'];

/**
 * Reads a PKCS #10 request (RFC 2986) out of exactly one PEM block (RFC 7468) and verifies that its sender
 * holds the private key. Keys: RSA of 2048 to 8192 bits, ECDSA on P-256, P-384 or P-521, Ed25519; signatures of RSA in
 * the form of PKCS #1 or PSS. Subject and requested extensions are the sender's wishes and are not returned. Throws a
 * ProblemError.
 */
export function readCertificateRequest(pem: string): { spki: Buffer } {
  const der = readRequestBlock(pem);
  const { signed, algorithm, signature } = readFrame(der);
  const spki = readPublicKey(signed);
  const key = readKey(spki);
  const scheme = readSignatureScheme(algorithm);
  if (!isSignedBy(key, scheme, signed, signature)) {
    throw new ProblemError('has a signature that does not verify with its own public key');
  }
  return { spki: Buffer.from(spki) };
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

/** The three parts of a request, which fill it; `signed` as it was sent, as the signature covers it. */
function readFrame(der: Buffer): { signed: Uint8Array; algorithm: Uint8Array; signature: Uint8Array } {
  const problem = 'is not a certificate request: its content is not in the form of PKCS #10';
  const request = new DerReader(der, problem);
  const frame = new DerReader(request.next(derTag.sequence), problem);
  const signed = frame.nextWhole(derTag.sequence);
  const algorithm = frame.next(derTag.sequence);
  const signature = frame.onlyBytes();
  if (!request.atEnd) throw new ProblemError('has trailing data after the request');
  return { signed, algorithm, signature };
}

/** The SubjectPublicKeyInfo of a CertificationRequestInfo: version, subject, key, and perhaps attributes. */
function readPublicKey(signed: Uint8Array): Uint8Array {
  const problem = 'is not a certificate request: its content cannot be read';
  const info = new DerReader(new DerReader(signed, problem).only(derTag.sequence), problem);
  const version = info.next(derTag.integer);
  info.next(derTag.sequence);
  const spki = info.nextWhole(derTag.sequence);
  info.explicit(0);
  if (version.length !== 1 || version[0] !== 0 || !info.atEnd) throw new ProblemError(problem);
  return spki;
}

/** What comes before the point of a key on a curve that is supported, as hex of its DER: id-ecPublicKey, the curve. */
const curves: ReadonlyMap<string, string> = new Map([
  ['06072a8648ce3d020106082a8648ce3d030107', 'prime256v1'],
  ['06072a8648ce3d020106052b81040022', 'secp384r1'],
  ['06072a8648ce3d020106052b81040023', 'secp521r1'],
]);
const ecPublicKey = '06072a8648ce3d0201';

/**
 * The key, if it is of a kind that is taken. A key on a curve is judged before node:crypto sees it: Node 20 aborts the
 * whole process when it is asked about one whose point is the one at infinity.
 */
function readKey(spki: Uint8Array): KeyObject {
  const problem = 'is not a certificate request: its public key cannot be read';
  const info = new DerReader(new DerReader(spki, problem).only(derTag.sequence), problem);
  const algorithm = Buffer.from(info.next(derTag.sequence)).toString('hex');
  const bytes = info.onlyBytes();
  if (algorithm.startsWith(ecPublicKey)) checkPoint(bytes, curves.get(algorithm));
  const key = keyOf(spki, problem);
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      checkEd25519Point(bytes);
      return key;
    case 'ec':
      return key;
    case 'rsa':
    case 'rsa-pss':
      checkRsa(key);
      return key;
    default:
      throw new ProblemError(`has a key of the type ${key.asymmetricKeyType}; use RSA, ECDSA or Ed25519`);
  }
}

function keyOf(spki: Uint8Array, problem: string): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  } catch {
    throw new ProblemError(problem);
  }
}

function checkRsa({
  asymmetricKeyDetails: { modulusLength = 0, publicExponent = 0n } = {},
}: KeyObject): void {
  if (modulusLength < MIN_RSA_BITS || modulusLength > MAX_RSA_BITS) {
    throw new ProblemError(`has an RSA key of ${modulusLength} bits; use ${MIN_RSA_BITS} to ${MAX_RSA_BITS}`);
  }
  if (publicExponent >= 3n && publicExponent % 2n === 1n && publicExponent < MAX_RSA_EXPONENT) return;
  throw new ProblemError('has an RSA key with a weak exponent; use 65537');
}

/** @param curve undefined for another one, and for one that is written out instead of named */
function checkPoint(point: Uint8Array, curve: string | undefined): void {
  if (curve === undefined)
    throw new ProblemError('has a key on another curve; use P-256, P-384 or P-521, by name');
  try {
    // One byte alone is the point at infinity.
    if (point.length > 1 && ECDH.convertKey(point, curve).length > 1) return;
  } catch {
    // Not on the curve.
  }
  throw new ProblemError('has a key that is no point on its curve');
}
