import { constants, type KeyObject, verify } from 'node:crypto';
import { DerReader, derTag } from '../../../contract/rules/der.ts';
import { ProblemError } from '../../../contract/rules/rule.ts';

/** How something is signed: an AlgorithmIdentifier (RFC 5280 section 4.1.1.2), read. */
export interface SignatureScheme {
  readonly family: 'RSA' | 'RSA-PSS' | 'ECDSA' | 'Ed25519';
  /** `SHA-256` and so on; undefined for Ed25519, which hashes on its own. */
  readonly hash: string | undefined;
  /** In bytes, of RSA-PSS. */
  readonly saltLength?: number;
}

type Family = SignatureScheme['family'];

const unreadable = 'names its signature algorithm in a form that cannot be read';
const nothing = '';
const derNull = '0500';

/** Object identifiers in hex, and the parameters that go with them (RFC 4055, RFC 5758, RFC 8410). */
const schemes: ReadonlyMap<string, { family: Family; hash?: string; parameters: string }> = new Map([
  ['2a864886f70d010104', { family: 'RSA', hash: 'MD5', parameters: derNull }],
  ['2a864886f70d010105', { family: 'RSA', hash: 'SHA-1', parameters: derNull }],
  ['2a864886f70d01010e', { family: 'RSA', hash: 'SHA-224', parameters: derNull }],
  ['2a864886f70d01010b', { family: 'RSA', hash: 'SHA-256', parameters: derNull }],
  ['2a864886f70d01010c', { family: 'RSA', hash: 'SHA-384', parameters: derNull }],
  ['2a864886f70d01010d', { family: 'RSA', hash: 'SHA-512', parameters: derNull }],
  ['2a8648ce3d0401', { family: 'ECDSA', hash: 'SHA-1', parameters: nothing }],
  ['2a8648ce3d040301', { family: 'ECDSA', hash: 'SHA-224', parameters: nothing }],
  ['2a8648ce3d040302', { family: 'ECDSA', hash: 'SHA-256', parameters: nothing }],
  ['2a8648ce3d040303', { family: 'ECDSA', hash: 'SHA-384', parameters: nothing }],
  ['2a8648ce3d040304', { family: 'ECDSA', hash: 'SHA-512', parameters: nothing }],
  ['2b6570', { family: 'Ed25519', parameters: nothing }],
]);

const rsaPss = '2a864886f70d01010a';
const mgf1 = '2a864886f70d010108';

const hashes: ReadonlyMap<string, string> = new Map([
  ['2b0e03021a', 'SHA-1'],
  ['608648016503040204', 'SHA-224'],
  ['608648016503040201', 'SHA-256'],
  ['608648016503040202', 'SHA-384'],
  ['608648016503040203', 'SHA-512'],
]);

/**
 * Reads the content of an AlgorithmIdentifier.
 * @throws ProblemError for an algorithm or a hash that is not taken, and for parameters that do not belong to it
 */
export function readSignatureScheme(identifier: Uint8Array): SignatureScheme {
  const reader = new DerReader(identifier, unreadable);
  const name = hex(reader.next(derTag.objectIdentifier));
  const parameters = reader.rest();
  if (name === rsaPss) return readPss(parameters);
  const scheme = schemes.get(name);
  if (scheme === undefined) {
    throw new ProblemError(
      'is signed by an algorithm that is not supported; use RSA, RSA-PSS, ECDSA or Ed25519',
    );
  }
  const { family, hash } = scheme;
  refuseWeak(hash);
  if (hex(parameters) !== scheme.parameters) throw new ProblemError(unreadable);
  return { family, hash };
}

/**
 * RSASSA-PSS-params (RFC 4055 section 3.1). What is left out stands for SHA-1. The hash of the mask must be that of the
 * signature, as that section advises: OpenSSL, as Node offers it, verifies with one hash for both.
 */
function readPss(parameters: Uint8Array): SignatureScheme {
  const around = new DerReader(parameters, unreadable);
  const reader = new DerReader(around.atEnd ? new Uint8Array() : around.only(derTag.sequence), unreadable);
  const hashPart = reader.explicit(0);
  const maskPart = reader.explicit(1);
  const saltPart = reader.explicit(2);
  const trailerPart = reader.explicit(3);
  if (!reader.atEnd) throw new ProblemError(unreadable);

  const hash = hashPart ? readHash(hashPart.only(derTag.sequence)) : 'SHA-1';
  refuseWeak(hash);
  const maskHash = maskPart ? readMaskHash(maskPart.only(derTag.sequence)) : 'SHA-1';
  if (maskHash !== hash) {
    throw new ProblemError(
      `is signed by RSA-PSS with ${hash} and a mask of ${maskHash}; sign with one hash for both (rsa_mgf1_md)`,
    );
  }
  const saltLength = saltPart ? readNumber(saltPart) : 20;
  if (trailerPart && readNumber(trailerPart) !== 1) throw new ProblemError(unreadable);
  return { family: 'RSA-PSS', hash, saltLength };
}

function readHash(identifier: Uint8Array): string {
  const reader = new DerReader(identifier, unreadable);
  const hash = hashes.get(hex(reader.next(derTag.objectIdentifier)));
  const parameters = hex(reader.rest());
  if (hash === undefined)
    throw new ProblemError('is signed with an unknown hash; use SHA-256, SHA-384 or SHA-512');
  if (parameters !== nothing && parameters !== derNull) throw new ProblemError(unreadable);
  return hash;
}

function readMaskHash(identifier: Uint8Array): string {
  const reader = new DerReader(identifier, unreadable);
  if (hex(reader.next(derTag.objectIdentifier)) !== mgf1) throw new ProblemError(unreadable);
  return readHash(reader.only(derTag.sequence));
}

/** A small number that is not negative. */
function readNumber(reader: DerReader): number {
  const bytes = reader.only(derTag.integer);
  const isShort = bytes.length >= 1 && bytes.length <= 3 && (bytes[0] ?? 0x80) < 0x80;
  if (!isShort) throw new ProblemError(unreadable);
  return Number.parseInt(hex(bytes), 16);
}

function refuseWeak(hash: string | undefined): void {
  if (hash === undefined || ['SHA-256', 'SHA-384', 'SHA-512'].includes(hash)) return;
  throw new ProblemError(`is signed with ${hash}; use SHA-256, SHA-384 or SHA-512`);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Kinds of keys, as node:crypto calls them, that sign in each way. A key that is for RSA-PSS alone has a kind of its own. */
const keyTypes: Readonly<Record<Family, readonly string[]>> = {
  RSA: ['rsa'],
  'RSA-PSS': ['rsa', 'rsa-pss'],
  ECDSA: ['ec'],
  Ed25519: ['ed25519'],
};

/** Whether the key made the signature in the way that the scheme names. */
export function isSignedBy(
  key: KeyObject,
  { family, hash, saltLength = 0 }: SignatureScheme,
  signed: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (!keyTypes[family].includes(key.asymmetricKeyType ?? '')) return false;
  const isPss = family === 'RSA-PSS';
  try {
    const padded = isPss ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } : key;
    return verify(hash ?? null, signed, padded, signature);
  } catch {
    // OpenSSL holds a key for RSA-PSS alone to the hash and the salt that it names.
    return false;
  }
}
