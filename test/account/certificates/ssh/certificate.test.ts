import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  generateAuthority,
  loadAuthority,
  type SshAuthority,
} from '../../../../src/account/certificates/ssh/authority.ts';
import {
  type SshCertificateRequest,
  signSshCertificate,
} from '../../../../src/account/certificates/ssh/certificate.ts';
import { parseSshCertificate } from '../../../../src/contract/rules/ssh/certificate.ts';
import { parseSshPublicKey, type SshPublicKey } from '../../../../src/contract/rules/ssh/public-key.ts';
import { keyKinds, makeKey, sshKeygen } from '../../../harness/ssh-keygen.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

const authorityKinds = [
  ['ed25519', {}, 'ED25519', 'ssh-ed25519'],
  ['ecdsa', { curve: 'P-256' }, 'ECDSA', 'ecdsa-sha2-nistp256'],
  ['ecdsa', { curve: 'P-384' }, 'ECDSA', 'ecdsa-sha2-nistp384'],
  ['ecdsa', { curve: 'P-521' }, 'ECDSA', 'ecdsa-sha2-nistp521'],
  ['rsa', { bits: 2048 }, 'RSA', 'rsa-sha2-512'],
] as const;

const keys = new Map<string, SshPublicKey>();
const folder = temporaryDirectory(afterAll);
let ed25519: SshAuthority;

beforeAll(async () => {
  for (const [name, args] of keyKinds) keys.set(name, parseSshPublicKey(await makeKey(folder, name, args)));
  ed25519 = loadAuthority((await generateAuthority('ed25519')).privateKeyPem);
});

function keyOf(name: string): SshPublicKey {
  const key = keys.get(name);
  if (!key) throw new Error(`no key of kind ${name}`);
  return key;
}

/** A request that is complete, with the parts a test is about put in its place. */
function request(parts: Partial<SshCertificateRequest> = {}): SshCertificateRequest {
  return {
    authority: ed25519,
    kind: 'user',
    publicKey: keyOf('ed25519'),
    keyId: 'sucrt_1',
    principals: ['alice'],
    validAfter: 0,
    validBefore: 1,
    ...parts,
  };
}

/** What ssh-keygen -L says of a certificate, from its second line on; fails where ssh-keygen refuses it. */
async function inspect(line: string): Promise<string> {
  const file = join(folder, `${Math.random()}-cert.pub`);
  await writeFile(file, `${line}\n`);
  return (await sshKeygen('-L', '-f', file)).split('\n').slice(1).join('\n');
}

async function fingerprint(line: string): Promise<string> {
  const file = join(folder, `${Math.random()}.pub`);
  await writeFile(file, `${line}\n`);
  return (await sshKeygen('-l', '-f', file)).split(' ')[1] ?? '';
}

describe.each(authorityKinds)('an authority of kind %s %j', (kind, options, caType, signatureAlgorithm) => {
  it('signs user certificates that ssh-keygen verifies and reads exactly, for each kind of key', async () => {
    const authority = loadAuthority((await generateAuthority(kind, options)).privateKeyPem);
    for (const [name] of keyKinds) {
      const publicKey = keyOf(name);
      const line = signSshCertificate({
        authority,
        kind: 'user',
        publicKey,
        keyId: 'sucrt_2abc',
        principals: ['zoë', 'alice'],
        validAfter: new Date('2026-11-21T08:00:00.900Z'),
        validBefore: new Date('2026-11-22T08:00:00Z'),
        criticalOptions: { 'source-address': '10.0.0.0/8,::1', 'force-command': 'uptime -p' },
        extensions: { 'permit-user-rc': '', 'permit-pty': '', 'login@example.com': 'alice' },
      });
      const type = `${publicKey.algorithm}-cert-v01@openssh.com`;
      expect(line.split(' ')).toEqual([type, expect.any(String), 'sucrt_2abc']);
      const label = `${publicKey.keyType.toUpperCase()}-CERT ${await fingerprint(publicKey.line)}`;
      expect(await inspect(line)).toBe(
        [
          `        Type: ${type} user certificate`,
          `        Public key: ${label}`,
          `        Signing CA: ${caType} ${await fingerprint(authority.publicKey)} (using ${signatureAlgorithm})`,
          '        Key ID: "sucrt_2abc"',
          '        Serial: 0',
          '        Valid: from 2026-11-21T08:00:00 to 2026-11-22T08:00:00',
          '        Principals: ',
          '                zoë',
          '                alice',
          '        Critical Options: ',
          '                force-command uptime -p',
          '                source-address 10.0.0.0/8,::1',
          '        Extensions: ',
          '                login@example.com UNKNOWN OPTION: 00000005616c696365 (len 9)',
          '                permit-pty',
          '                permit-user-rc',
        ].join('\n'),
      );
      await expectTampersRefused(line);
    }
  });

  it('signs host certificates without options', async () => {
    const authority = loadAuthority((await generateAuthority(kind, options)).privateKeyPem);
    const line = signSshCertificate(
      request({ authority, kind: 'host', keyId: 'shcrt_1', principals: ['host.example.com', '192.0.2.7'] }),
    );
    expect(await inspect(line)).toContain(
      [
        '        Principals: ',
        '                host.example.com',
        '                192.0.2.7',
        '        Critical Options: (none)',
        '        Extensions: (none)',
      ].join('\n'),
    );
    expect(await inspect(line)).toContain('host certificate');
  });
});

/** One flipped bit, in the signature's last byte or in what it covers, and ssh-keygen reads no certificate. */
async function expectTampersRefused(line: string): Promise<void> {
  const [type, base64 = '', comment] = line.split(' ');
  const blob = Buffer.from(base64, 'base64');
  for (const at of [blob.length - 1, blob.indexOf('sucrt_')]) {
    const tampered = Buffer.from(blob);
    tampered[at] = (tampered[at] ?? 0) ^ 1;
    await expect(inspect(`${type} ${tampered.toString('base64')} ${comment}`)).rejects.toThrow();
  }
}

describe('a certificate', () => {
  it('is read back as what was asked for, whatever that was', () => {
    const name = fc.stringMatching(/^[\x21-\x7e]{1,20}$/);
    const options = fc.dictionary(name, fc.string({ unit: 'grapheme' }), { maxKeys: 6 });
    const seconds = fc.tuple(fc.nat(), fc.integer({ min: 1 }));
    fc.assert(
      fc.property(
        fc.array(name),
        options,
        options,
        seconds,
        (principals, criticalOptions, extensions, time) => {
          const [validAfter, length] = time;
          const validBefore = validAfter + length;
          const line = signSshCertificate(
            request({ principals, criticalOptions, extensions, validAfter, validBefore }),
          );
          const certificate = parseSshCertificate(line);
          expect(certificate).toMatchObject({ serial: 0n, kind: 'user', keyId: 'sucrt_1', principals });
          expect(Object.entries(certificate.criticalOptions)).toEqual(sorted(criticalOptions));
          expect(Object.entries(certificate.extensions)).toEqual(sorted(extensions));
          expect([certificate.validAfter, certificate.validBefore]).toEqual([
            BigInt(validAfter),
            BigInt(validBefore),
          ]);
          expect(certificate.publicKey.identity).toBe(keyOf('ed25519').identity);
          expect(certificate.authority.line).toBe(ed25519.publicKey);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('has a nonce of its own each time', () => {
    const nonces = Array.from({ length: 20 }, () => parseSshCertificate(signSshCertificate(request())).nonce);
    expect(new Set(nonces.map((nonce) => Buffer.from(nonce).toString('hex'))).size).toBe(20);
    expect(nonces[0]).toHaveLength(32);
  });

  it('may name no principals, and as many as OpenSSH reads', async () => {
    expect(await inspect(signSshCertificate(request({ principals: [] })))).toContain('Principals: (none)');
    const principals = Array.from({ length: 256 }, (_, index) => `user-${index}`);
    expect(await inspect(signSshCertificate(request({ principals })))).toContain('user-255');
  });

  it('is not signed when it would never be valid, or for a host with options', () => {
    expect(() => signSshCertificate(request({ validAfter: 5, validBefore: 5 }))).toThrow(
      'end before it starts',
    );
    expect(() => signSshCertificate(request({ validAfter: -1 }))).toThrow(
      'not one that a certificate can hold',
    );
    expect(() => signSshCertificate(request({ validBefore: new Date(Number.NaN) }))).toThrow('can hold');
    expect(() => signSshCertificate(request({ kind: 'host', extensions: { 'permit-pty': '' } }))).toThrow(
      'a host certificate has no options',
    );
  });
});

/** In byte order, but for names like "7": JavaScript puts those first in any object. */
function sorted(options: Record<string, string>): [string, string][] {
  const entries = Object.entries(options).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return Object.entries(Object.fromEntries(entries));
}
