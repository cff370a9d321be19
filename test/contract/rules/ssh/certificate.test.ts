import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSshCertificate, validForever } from '../../../../src/contract/rules/ssh/certificate.ts';
import { parseSshPublicKey } from '../../../../src/contract/rules/ssh/public-key.ts';
import { keyKinds, makeKey, sshKeygen } from '../../../harness/ssh-keygen.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

const folder = temporaryDirectory(afterAll);
const lines = new Map<string, string>();

beforeAll(async () => {
  for (const [name, args] of keyKinds) lines.set(name, await makeKey(folder, name, args));
});

/** Lets the real ssh-keygen sign a key, and answers the certificate's line. */
async function certify(name: string, authority: string, ...args: string[]): Promise<string> {
  await sshKeygen('-q', '-s', join(folder, authority), ...args, join(folder, `${name}.pub`));
  return readFile(join(folder, `${name}-cert.pub`), 'utf8');
}

describe.each(keyKinds.map(([name]) => name))("ssh-keygen's certificate for a key of kind %s", (name) => {
  it('gives every field back, whichever kind of authority signed it', async () => {
    for (const [authority] of keyKinds) {
      const line = await certify(
        name,
        authority,
        ...['-I', 'an id', '-z', '18446744073709551615', '-n', 'alice,bob', '-V', '20260101Z:20260102Z'],
        ...['-O', 'clear', '-O', 'permit-pty', '-O', 'force-command=uptime -p', '-O', 'source-address=::1'],
        ...['-O', 'extension:login@example.com=alice'],
      );
      const key = parseSshPublicKey(lines.get(name) ?? '');
      const signer = parseSshPublicKey(lines.get(authority) ?? '');
      const { nonce, publicKey, authority: by, ...rest } = parseSshCertificate(line);
      expect(rest).toEqual({
        type: `${key.algorithm}-cert-v01@openssh.com`,
        serial: 18446744073709551615n,
        kind: 'user',
        keyId: 'an id',
        principals: ['alice', 'bob'],
        validAfter: BigInt(Date.UTC(2026, 0, 1) / 1000),
        validBefore: BigInt(Date.UTC(2026, 0, 2) / 1000),
        criticalOptions: { 'force-command': 'uptime -p', 'source-address': '::1' },
        extensions: { 'permit-pty': '', 'login@example.com': 'alice' },
        signatureAlgorithm: authority === 'rsa' ? 'rsa-sha2-512' : signer.algorithm,
        comment: key.comment,
      });
      expect(nonce).toHaveLength(32);
      expect([publicKey.identity, by.identity]).toEqual([key.identity, signer.identity]);
    }
  });
});

describe('a certificate', () => {
  it('may be for a host, for ever, and name nobody', async () => {
    const certificate = parseSshCertificate(await certify('ed25519', 'rsa', '-h', '-I', 'host'));
    expect(certificate).toMatchObject({ kind: 'host', principals: [], criticalOptions: {}, extensions: {} });
    expect([certificate.validAfter, certificate.validBefore]).toEqual([0n, validForever]);
  });

  it.each([
    ['', /^is not an SSH certificate; /],
    ['ssh-ed25519 AAAA', /^is not an SSH certificate; /],
    ['ssh-dss-cert-v01@openssh.com AAAA', /^is not an SSH certificate; /],
    ['ssh-ed25519-cert-v01@openssh.com A', /^is damaged/],
    ['ssh-ed25519-cert-v01@openssh.com AAAA', /^is cut short/],
  ])('is refused where it is none: %j', (text, sentence) => {
    expect(() => parseSshCertificate(text)).toThrow(sentence);
  });

  it('is refused with one sentence or read, whichever byte is damaged or wherever it ends', async () => {
    const line = await certify('ecdsa-256', 'rsa', '-I', 'id', '-n', 'alice', '-O', 'force-command=ls');
    const [type, base64 = ''] = line.split(' ');
    const whole = Buffer.from(base64, 'base64');
    const attempt = (blob: Buffer) => {
      try {
        parseSshCertificate(`${type} ${blob.toString('base64')}`);
      } catch (error) {
        expect((error as Error).message).toMatch(/^(is|has|holds|names) [\x20-\x7e]+$/);
      }
    };
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const blob = Buffer.from(whole);
        blob[at] = (blob[at] ?? 0) ^ change;
        attempt(blob);
      }),
      { numRuns: 500 },
    );
    for (let length = 0; length < whole.length; length += 7) {
      const cut = `${type} ${whole.subarray(0, length).toString('base64')}`;
      expect(() => parseSshCertificate(cut)).toThrow(/^(is|has|holds|names) /);
    }
  });
});
