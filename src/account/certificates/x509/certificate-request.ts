import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { CodedError } from '../../../contract/errors/coded-error.ts';
import { quote } from '../../../contract/rules/rule.ts';
import { loadX509 } from './x509.ts';

/** Why a certificate request was refused: a problem sentence without the field's name. */
export class CertificateRequestError extends CodedError {
  constructor(message: string) {
    super('INVALID_CERTIFICATE_REQUEST', message);
  }
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
 * requested extensions are the sender's wishes and are not returned. Throws a CertificateRequestError.
 */
export async function readCertificateRequest(pem: string): Promise<{ spki: Buffer }> {
  const der = readPem(pem);
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
    throw new CertificateRequestError(`is signed with ${hash}; use SHA-256, SHA-384 or SHA-512`);
  }
  if (!isSignedBy(key, hash, signed, signature)) {
    throw new CertificateRequestError('has a signature that does not verify with its own public key');
  }
  return { spki };
}

function readPem(text: string): Buffer {
  if (text.length > MAX_LENGTH) throw new CertificateRequestError(`is longer than ${MAX_LENGTH} bytes`);
  const blocks = text.match(/-----BEGIN /g)?.length ?? 0;
  if (blocks > 1) throw new CertificateRequestError(`holds ${blocks} PEM blocks; send the request alone`);
  const parts = /^\s*-----BEGIN ([^-\r\n]*)-----\r?\n([\s\S]*?)-----END ([^-\r\n]*)-----\s*([\s\S]*)$/.exec(
    text,
  );
  const [, label = '', body = '', closing = '', trailing = ''] = parts ?? [];
  if (parts === null || label !== closing) {
    throw new CertificateRequestError('is not PEM; it must start with -----BEGIN CERTIFICATE REQUEST-----');
  }
  if (trailing !== '') throw new CertificateRequestError('has trailing data after the PEM block');
  if (!LABELS.includes(label))
    throw new CertificateRequestError(`holds ${quote(label)}, not a certificate request`);
  const base64 = body.replace(/\s/g, '');
  const isBase64 = base64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64);
  if (!isBase64) throw new CertificateRequestError('is not PEM: its content is not base64');
  return Buffer.from(base64, 'base64');
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
      throw new CertificateRequestError(`has a key on the curve ${namedCurve}; use P-256, P-384 or P-521`);
    case 'rsa':
      if (modulusLength < MIN_RSA_BITS || modulusLength > MAX_RSA_BITS) {
        throw new CertificateRequestError(
          `has an RSA key of ${modulusLength} bits; use ${MIN_RSA_BITS} to ${MAX_RSA_BITS}`,
        );
      }
      if (publicExponent >= 3n && publicExponent % 2n === 1n) return key;
      throw new CertificateRequestError('has an RSA key with a weak exponent; use 65537');
    default:
      throw new CertificateRequestError(
        `has a key of the type ${key.asymmetricKeyType}; use RSA, ECDSA or Ed25519`,
      );
  }
}

function isSignedBy(key: KeyObject, hash: string | undefined, signed: Buffer, signature: Buffer): boolean {
  // Ed25519 hashes on its own, and the others never go without.
  if ((hash === undefined) !== (key.asymmetricKeyType === 'ed25519')) return false;
  return verify(hash ?? null, signed, key, signature);
}

function parse<T>(read: () => T, what = 'its content'): T {
  try {
    return read();
  } catch {
    throw new CertificateRequestError(`is not a certificate request: ${what} cannot be read`);
  }
}

/**
 * The bytes that the signature covers, as they were sent. The library reads lax BER, so the frame that the
 * signature does not cover is checked here: three elements that fill it, the last one of whole bytes.
 */
function readSignedPart(der: Buffer): Buffer {
  const frame = readElement(der, 0);
  const info = frame?.tag === 0x30 ? readElement(der, frame.content) : undefined;
  const algorithm = info?.tag === 0x30 ? readElement(der, info.end) : undefined;
  const signature = algorithm?.tag === 0x30 ? readElement(der, algorithm.end) : undefined;
  const isFramed = signature?.tag === 0x03 && signature.end === frame?.end && der[signature.content] === 0;
  if (frame === undefined || info === undefined || !isFramed) {
    throw new CertificateRequestError(
      'is not a certificate request: its content is not in the form of PKCS #10',
    );
  }
  if (frame.end !== der.length) throw new CertificateRequestError('has trailing data after the request');
  return der.subarray(frame.content, info.end);
}

/** One DER element (X.690 section 8.1, definite lengths only): where its content starts and ends. */
function readElement(der: Buffer, start: number): { tag: number; content: number; end: number } | undefined {
  const tag = der[start];
  const first = der[start + 1];
  if (tag === undefined || first === undefined) return undefined;
  const lengthBytes = first < 0x80 ? 0 : first - 0x80;
  const content = start + 2 + lengthBytes;
  if (first === 0x80 || lengthBytes > 4 || content > der.length) return undefined;
  const end = content + (lengthBytes === 0 ? first : der.readUIntBE(start + 2, lengthBytes));
  return end <= der.length ? { tag, content, end } : undefined;
}
