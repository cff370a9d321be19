import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClientAuthority,
  createClientAuthority,
  issueClientCertificate,
} from '../../../src/account/certificates/x509/client-certificates.ts';
import { ProblemError } from '../../../src/contract/rules/rule.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

const folder = temporaryDirectory(afterAll);
const subjectId = 'k8sop_2b4n1QyO3bOuOAUDxOnLdkZTlEU';
let authority: ClientAuthority;

function openssl(...words: string[]): string {
  return execFileSync('openssl', words, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A request made by the real openssl; the key stays in `<name>.key`. */
function request(name: string, newkey: string[], more: string[] = []): string {
  openssl(
    ...['req', '-new', '-nodes', '-subj', '/CN=someone else/O=them'],
    ...['-keyout', `${name}.key`, '-out', `${name}.csr`, ...newkey, ...more],
  );
  return readFileSync(join(folder, `${name}.csr`), 'utf8');
}

/** Words that make openssl sign with RSA-PSS. */
const pss = (...more: string[]) => ['rsa_padding_mode:pss', ...more].flatMap((option) => ['-sigopt', option]);

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

async function refusal(csr: string): Promise<string> {
  const error = await issueClientCertificate(authority, csr, {
    subjectId,
    now: new Date(),
  }).catch((e) => e);
  expect(error).toBeInstanceOf(ProblemError);
  return error.message;
}

beforeAll(async () => {
  authority = await createClientAuthority();
  write('ca.pem', authority.certificate);
  openssl('genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', 'rsa.key');
});

describe('the client authority', () => {
  it('is a self-signed authority for ten years, as openssl reads it', () => {
    const text = openssl('x509', '-in', 'ca.pem', '-noout', '-text');
    expect(text).toMatch(/X509v3 Basic Constraints: critical\n\s+CA:TRUE, pathlen:0/);
    expect(text).toMatch(/X509v3 Key Usage: critical\n\s+Certificate Sign, CRL Sign\n/);
    expect(text).toMatch(/X509v3 Subject Key Identifier/);
    expect(text).toMatch(/ASN1 OID: prime256v1/);
    expect(openssl('verify', '-x509_strict', '-CAfile', 'ca.pem', 'ca.pem')).toBe('ca.pem: OK\n');
    openssl('x509', '-in', 'ca.pem', '-noout', '-checkend', String(3651 * 86_400));
    expect(authority.privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  });
});

describe('a client certificate', () => {
  it.each([
    ['rsa2048', ['-newkey', 'rsa:2048']],
    ['rsa3072-sha512', ['-newkey', 'rsa:3072', '-sha512']],
    ['p256', EC],
    ['p384', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384', '-sha384']],
    ['p521', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521', '-sha512']],
    ['ed25519', ['-newkey', 'ed25519']],
    ...[256, 384, 512].map((bits) => [
      `rsa-signing-with-pss-sha${bits}`,
      ['-key', 'rsa.key', `-sha${bits}`, ...pss(`rsa_pss_saltlen:digest`)],
    ]),
    ['rsa-signing-with-pss-max-salt', ['-key', 'rsa.key', '-sha256', ...pss('rsa_pss_saltlen:max')]],
    ['rsa-signing-with-pss-no-salt', ['-key', 'rsa.key', '-sha256', ...pss('rsa_pss_saltlen:0')]],
    ['rsa-for-pss-alone', ['-newkey', 'rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048', '-sha256']],
    [
      'rsa-for-pss-with-sha384',
      [
        ...['-newkey', 'rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048', '-sha384'],
        ...['-pkeyopt', 'rsa_pss_keygen_md:sha384', '-pkeyopt', 'rsa_pss_keygen_mgf1_md:sha384'],
        ...['-pkeyopt', 'rsa_pss_keygen_saltlen:32'],
      ],
    ],
  ] as [string, string[]][])(
    'for a key of the kind %s is one that openssl takes from a TLS client',
    async (name, newkey) => {
      const csr = request(name, newkey);
      const issued = await issueClientCertificate(authority, csr, {
        subjectId,
        now: new Date(),
      });
      write(`${name}.pem`, issued.certificate);
      const verified = openssl(
        'verify',
        '-x509_strict',
        '-purpose',
        'sslclient',
        '-CAfile',
        'ca.pem',
        `${name}.pem`,
      );
      expect(verified).toBe(`${name}.pem: OK\n`);
      expect(openssl('x509', '-in', `${name}.pem`, '-noout', '-pubkey')).toBe(
        openssl('pkey', '-in', newkey[0] === '-key' ? 'rsa.key' : `${name}.key`, '-pubout'),
      );
    },
  );

  it('names the operator, for 90 days, for clients only', async () => {
    const asked = [
      '-addext',
      'basicConstraints=critical,CA:TRUE',
      '-addext',
      'subjectAltName=DNS:evil.example',
    ];
    const csr = request('greedy', EC, asked);
    const now = new Date('2026-11-21T08:00:00.750Z');
    const issued = await issueClientCertificate(authority, csr, {
      subjectId,
      now,
    });
    expect(issued.notBefore.toISOString()).toBe('2026-11-21T08:00:00.000Z');
    expect(issued.notAfter.toISOString()).toBe('2027-02-19T08:00:00.000Z');

    write('greedy.pem', issued.certificate);
    const text = openssl('x509', '-in', 'greedy.pem', '-noout', '-text', '-certopt', 'no_pubkey,no_sigdump');
    expect(text).toContain('Not Before: Nov 21 08:00:00 2026 GMT');
    expect(text).toContain('Not After : Feb 19 08:00:00 2027 GMT');
    expect(text).toContain(`Subject: CN = ${subjectId}\n`);
    expect(text).toContain('Issuer: CN = tunnelctl sandbox client authority\n');
    expect(text).toMatch(/X509v3 Basic Constraints: critical\n\s+CA:FALSE\n/);
    expect(text).toMatch(/X509v3 Key Usage: critical\n\s+Digital Signature\n/);
    expect(text).toMatch(/X509v3 Extended Key Usage: \n\s+TLS Web Client Authentication\n/);
    const keyIds = text.match(/(?:[0-9A-F]{2}:){19}[0-9A-F]{2}/g);
    expect(keyIds).toHaveLength(2);
    expect(openssl('x509', '-in', 'ca.pem', '-noout', '-text')).toContain(`${keyIds?.[1]}\n`);
    expect(text).not.toContain('evil.example');
    expect(() => openssl('verify', '-purpose', 'sslserver', '-CAfile', 'ca.pem', 'greedy.pem')).toThrow();
  });

  it('has a serial number of its own, positive and of 16 bytes', async () => {
    const csr = request('twice', EC);
    const options = { subjectId, now: new Date() };
    const issued = await Promise.all([1, 2].map(() => issueClientCertificate(authority, csr, options)));
    const serials = issued.map(({ certificate }) => new X509Certificate(certificate).serialNumber);
    expect(serials[0]).not.toBe(serials[1]);
    for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/);
  });

  it('takes an id as it is, not as the text of a name', async () => {
    const csr = request('plain', EC);
    const named = await issueClientCertificate(authority, csr, {
      subjectId: 'a+b, O=evil',
      now: new Date(),
    });
    expect(new X509Certificate(named.certificate).subject).toBe('CN=a\\+b\\, O=evil');
  });
});

describe('a certificate request', () => {
  it('may have the older label and Windows line ends', async () => {
    const csr = request('older', EC, ['-newhdr']).replaceAll('\n', '\r\n');
    expect(csr).toContain('BEGIN NEW CERTIFICATE REQUEST');
    await issueClientCertificate(authority, csr, {
      subjectId,
      now: new Date(),
    });
  });

  it('is refused unless it is one PEM block with a request', async () => {
    const csr = request('good', EC);
    const header = '-----BEGIN CERTIFICATE REQUEST-----';
    const footer = '-----END CERTIFICATE REQUEST-----\n';
    const armor = (der: Buffer) => `${header}\n${der.toString('base64')}\n${footer}`;
    const der = Buffer.from(csr.replace(/-----.*-----/g, ''), 'base64');
    expect(await refusal('')).toBe('is not PEM; it must start with -----BEGIN CERTIFICATE REQUEST-----');
    expect(await refusal('hello')).toMatch(/^is not PEM/);
    expect(await refusal(csr.replace('END CERTIFICATE', 'END NEW CERTIFICATE'))).toMatch(/^is not PEM/);
    expect(await refusal(csr + csr)).toBe('holds 2 PEM blocks; send the request alone');
    expect(await refusal(`${csr}and more`)).toBe('has trailing data after the PEM block');
    expect(await refusal(`${header}\n*****\n${footer}`)).toBe('is not PEM: its content is not base64');
    expect(await refusal(authority.certificate)).toBe('holds "CERTIFICATE", not a certificate request');
    expect(await refusal(authority.privateKey)).toBe('holds "PRIVATE KEY", not a certificate request');
    expect(await refusal(armor(Buffer.from('hello, world')))).toBe(
      'is not a certificate request: its content is not in the form of PKCS #10',
    );
    expect(await refusal(armor(Buffer.concat([der, Buffer.from([5, 0])])))).toBe(
      'has trailing data after the request',
    );
    expect(await refusal(armor(der.subarray(0, -1)))).toMatch(/not in the form of PKCS #10/);
    const certificate = Buffer.from(authority.certificate.replace(/-----.*-----/g, ''), 'base64');
    expect(await refusal(armor(certificate))).toMatch(
      /^is not a certificate request: its content cannot be read/,
    );
    expect(await refusal('x'.repeat(1_000_000))).toBe('is longer than 16384 bytes');
    // Each SEQUENCE holds the next one, 2,900 deep.
    let nested = Buffer.from([5, 0]);
    for (let i = 0; i < 2900; i++) {
      const { length } = nested;
      nested = Buffer.concat([Buffer.from([0x30, 0x82, length >> 8, length & 255]), nested]);
    }
    expect(await refusal(armor(nested))).toMatch(/^is not a certificate request/);
  });

  it('is refused when its signature does not verify, whichever bit was changed', async () => {
    const csr = request('tampered', EC);
    const der = Buffer.from(csr.replace(/-----.*-----/g, ''), 'base64');
    for (let i = 0; i < der.length; i++) {
      const copy = Buffer.from(der);
      copy[i] = (copy[i] ?? 0) ^ (1 << (i % 8));
      const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${copy.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
      expect(await refusal(pem), `byte ${i}`).toEqual(expect.any(String));
    }
    const subject = Buffer.from(der);
    subject[subject.indexOf('someone')] = 0x53;
    const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${subject.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
    expect(await refusal(pem)).toBe('has a signature that does not verify with its own public key');
  });

  it.each([
    [['-newkey', 'rsa:1024'], 'has an RSA key of 1024 bits; use 2048 to 8192'],
    [
      ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1'],
      'has a key on another curve; use P-256, P-384 or P-521, by name',
    ],
    [['-newkey', 'ed448'], 'has a key of the type ed448; use RSA, ECDSA or Ed25519'],
    [[...EC, '-sha1'], 'is signed with SHA-1; use SHA-256, SHA-384 or SHA-512'],
  ])('is refused with %j', async (newkey, problem) => {
    expect(await refusal(request('weak', newkey))).toBe(problem);
  });

  it.each([
    [
      ['-key', 'rsa.key', '-sha256', ...pss('rsa_pss_saltlen:32', 'rsa_mgf1_md:sha1')],
      'is signed by RSA-PSS with SHA-256 and a mask of SHA-1; sign with one hash for both (rsa_mgf1_md)',
    ],
    [
      ['-key', 'rsa.key', '-sha512', ...pss('rsa_pss_saltlen:32', 'rsa_mgf1_md:sha256')],
      'is signed by RSA-PSS with SHA-512 and a mask of SHA-256; sign with one hash for both (rsa_mgf1_md)',
    ],
    // Its parameters are all left out: they stand for SHA-1.
    [
      ['-key', 'rsa.key', '-sha1', ...pss('rsa_pss_saltlen:20')],
      'is signed with SHA-1; use SHA-256, SHA-384 or SHA-512',
    ],
    [
      ['-key', 'rsa.key', '-sha224', ...pss('rsa_pss_saltlen:digest')],
      'is signed with SHA-224; use SHA-256, SHA-384 or SHA-512',
    ],
    [
      ['-newkey', 'rsa-pss', '-pkeyopt', 'rsa_keygen_bits:1024', '-sha256'],
      'has an RSA key of 1024 bits; use 2048 to 8192',
    ],
    [
      ['-newkey', 'rsa:2048', '-pkeyopt', 'rsa_keygen_pubexp:18446744073709551617'],
      'has an RSA key with a weak exponent; use 65537',
    ],
    [
      [...EC, '-pkeyopt', 'ec_param_enc:explicit'],
      'has a key on another curve; use P-256, P-384 or P-521, by name',
    ],
    [['-newkey', 'ed448'], 'has a key of the type ed448; use RSA, ECDSA or Ed25519'],
  ])('is refused with %j', async (newkey, problem) => {
    expect(await refusal(request('weak', newkey))).toBe(problem);
  });

  it('verifies with RSA-PSS by the salt and the hash that it names, whichever bit of it was changed', async () => {
    const csr = request('pss', ['-key', 'rsa.key', '-sha256', ...pss('rsa_pss_saltlen:32')]);
    const der = derOf(csr);
    // The signature, and before it the parameters that say how it was made.
    const from = der.length - 256 - 80;
    for (let i = from; i < der.length; i += i < der.length - 256 ? 1 : 16) {
      const copy = Buffer.from(der);
      copy[i] = (copy[i] ?? 0) ^ 1;
      expect(await refusal(armored(copy)), `byte ${i}`).toMatch(/^(?:is|has|names) /);
    }
  });

  it.each([
    ['for a key of small order, for which anybody can sign', ed25519Of('00'.repeat(32)), /of small order/],
    ['for the neutral element', ed25519Of(`01${'00'.repeat(31)}`), /of small order/],
    ['for 32 bytes that are no point', ed25519Of(`02${'00'.repeat(31)}`), /no point of Ed25519/],
    ['for the point at infinity of P-256', p256Of('00'), /is no point on its curve/],
    ['for a point beside P-256', p256Of(`04${'01'.repeat(64)}`), /is no point on its curve/],
  ])('is refused %s', async (_, spki, problem) => {
    expect(await refusal(armored(unsignedRequest(spki, '300506032b6570')))).toMatch(problem);
  });

  it.each([
    ['SHA-256 with ECDSA and parameters that do not belong to it', `300c06082a8648ce3d0403020500`],
    ['SHA-256 with RSA and none', '300b06092a864886f70d01010b'],
    ['Ed25519 and parameters', '300706032b65700500'],
    ['RSA-PSS and parameters of another kind', '300d06092a864886f70d01010a0500'],
    [
      'RSA-PSS and a trailer of its own',
      '304606092a864886f70d01010a3039a00f300d06096086480165030402010500a11c301a06092a864886f70d010108300d06096086480165030402010500a203020120a303020102',
    ],
    ['RSA-PSS and SHA3-256', '301e06092a864886f70d01010a3011a00f300d06096086480165030402080500'],
    ['nothing that is known', '300906072a030405060708'],
    ['nothing', '3000'],
  ])('is refused where it names %s', async (_, algorithm) => {
    const spki = exampleSpki();
    expect(await refusal(armored(unsignedRequest(spki, algorithm)))).toMatch(
      /^(?:names its signature algorithm in a form that cannot be read|is signed )/,
    );
  });

  it('is refused where an algorithm of another kind of key is named', async () => {
    for (const algorithm of ['300506032b6570', '300d06092a864886f70d01010b0500']) {
      expect(await refusal(armored(unsignedRequest(exampleSpki(), algorithm)))).toBe(
        'has a signature that does not verify with its own public key',
      );
    }
  });
});

const derOf = (pem: string) => Buffer.from(pem.replace(/-----.*-----/g, ''), 'base64');
const armored = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE REQUEST-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;

/** An element of DER. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}

function ed25519Of(point: string): Buffer {
  return Buffer.from(`302a300506032b6570032100${point}`, 'hex');
}

function p256Of(point: string): Buffer {
  const algorithm = Buffer.from('301306072a8648ce3d020106082a8648ce3d030107', 'hex');
  return der(0x30, algorithm, der(0x03, Buffer.from(`00${point}`, 'hex')));
}

/** An ordinary key on P-256. */
function exampleSpki(): Buffer {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'der', type: 'spki' });
}

/** A request with this key whose signature is zeros: that of a key of small order verifies. */
function unsignedRequest(spki: Uint8Array, algorithm: string): Buffer {
  const info = der(0x30, Buffer.from('020100', 'hex'), der(0x30), spki, der(0xa0));
  return der(0x30, info, Buffer.from(algorithm, 'hex'), der(0x03, Buffer.alloc(65)));
}
