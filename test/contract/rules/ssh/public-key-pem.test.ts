import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSshPublicKey, parseSshPublicKey } from '../../../../src/contract/rules/ssh/public-key.ts';

describe('PEM', () => {
  it('is read for Ed25519 and for RSA in its older form', () => {
    const ed25519 = generateKeyPairSync('ed25519').publicKey;
    const pem = ed25519.export({ type: 'spki', format: 'pem' }).toString();
    const x = Buffer.from(ed25519.export({ format: 'jwk' }).x ?? '', 'base64url');
    const key = parseSshPublicKey(pem);
    expect(key).toMatchObject({ keyType: 'ed25519', comment: '', line: key.identity });
    expect(Buffer.from(key.blob.subarray(-32))).toEqual(x);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    const pkcs1 = rsa.export({ type: 'pkcs1', format: 'pem' }).toString();
    const spki = rsa.export({ type: 'spki', format: 'pem' }).toString();
    expect(parseSshPublicKey(pkcs1)).toEqual(parseSshPublicKey(spki));
  });

  it('is refused for other kinds of keys, for certificates, cut short, twice, or on one line', () => {
    for (const { publicKey } of [
      generateKeyPairSync('x25519'),
      generateKeyPairSync('ed448'),
      generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
      generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' }),
      generateKeyPairSync('rsa-pss', { modulusLength: 2048 }),
    ]) {
      const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
      expect(checkSshPublicKey(pem)).toBe('is not an RSA, ECDSA (P-256, P-384, P-521) or Ed25519 key');
    }
    const pem = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const unreadable = 'is PEM that cannot be read; give it whole, with its line breaks';
    expect(checkSshPublicKey(pem.slice(0, 60))).toBe(unreadable);
    expect(checkSshPublicKey(pem.replaceAll('\n', ' '))).toBe(unreadable);
    expect(checkSshPublicKey(`${pem}x`)).toBe(unreadable);
    expect(checkSshPublicKey(pem + pem)).toMatch(/^holds more than one PEM block; /);
    expect(checkSshPublicKey(pem.replaceAll('PUBLIC KEY', 'CERTIFICATE'))).toMatch(
      /^is an X.509 certificate/,
    );
    expect(checkSshPublicKey(pem.replaceAll('PUBLIC KEY', 'X509 CRL'))).toMatch(/^is not a public key; /);
  });
});

describe('the DER inside PEM', () => {
  const pemOf = (hex: string) =>
    `-----BEGIN PUBLIC KEY-----\n${Buffer.from(hex, 'hex').toString('base64')}\n-----END PUBLIC KEY-----`;

  it('may hold the point at infinity, on which Node 20 would abort, and is refused', () => {
    const infinity = '3019301306072a8648ce3d020106082a8648ce3d03010703020000';
    expect(checkSshPublicKey(pemOf(infinity))).toMatch(/^holds a point of the wrong form/);
  });

  it('is refused for each way of not being a key', () => {
    const unreadable = 'holds bytes that are not a public key';
    const ed25519 = `302a300506032b6570032100${'11'.repeat(32)}`;
    expect(checkSshPublicKey(pemOf(ed25519))).toBeUndefined();
    for (const hex of [
      ...['', '30', '3080', '308400000000', '3000', '02', ed25519.slice(0, -2), `${ed25519}00`],
      ed25519.replace('032100', '032101'),
      // RSA with a negative modulus, and with an empty one.
      '301c300d06092a864886f70d0101010500030b003008020281010202ff01',
      '301a300d06092a864886f70d01010105000309003006020002020101',
    ]) {
      expect(checkSshPublicKey(pemOf(hex))).toBe(unreadable);
    }
  });

  it('changed in any byte gives another key or a sentence', () => {
    const pairs = [
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
      generateKeyPairSync('ec', { namedCurve: 'P-256' }),
      generateKeyPairSync('ed25519'),
    ];
    const ders = pairs.map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'der' }));
    fc.assert(
      fc.property(
        fc.constantFrom(...ders),
        fc.nat(49),
        fc.integer({ min: 1, max: 255 }),
        (whole, at, change) => {
          const der = Buffer.from(whole);
          der[at % der.length] = (der[at % der.length] ?? 0) ^ change;
          const problem = checkSshPublicKey(pemOf(der.toString('hex')));
          expect(problem ?? 'is a key').toMatch(/^(is|has|holds) [\x20-\x7e]+$/);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
