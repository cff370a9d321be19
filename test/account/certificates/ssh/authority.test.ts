import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { generateAuthority, loadAuthority } from '../../../../src/account/certificates/ssh/authority.ts';
import { parseSshPublicKey } from '../../../../src/contract/rules/ssh/public-key.ts';
import { SshReader } from '../../../../src/contract/rules/ssh/wire-format.ts';
import { keyKinds, makeKey, sshKeygen } from '../../../harness/ssh-keygen.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

const folder = temporaryDirectory(afterAll);

describe('a generated authority', () => {
  it.each([
    ['ed25519', {}, 'ssh-ed25519'],
    ['ecdsa', {}, 'ecdsa-sha2-nistp256'],
    ['ecdsa', { curve: 'P-384' }, 'ecdsa-sha2-nistp384'],
    ['ecdsa', { curve: 'P-521' }, 'ecdsa-sha2-nistp521'],
    ['rsa', { bits: 2048 }, 'ssh-rsa'],
  ] as const)('of kind %s %j is loaded again with the same public key', async (kind, options, algorithm) => {
    const { privateKeyPem, publicKey } = await generateAuthority(kind, options);
    expect(privateKeyPem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    const authority = loadAuthority(privateKeyPem);
    expect(authority.publicKey).toBe(publicKey);
    expect(parseSshPublicKey(publicKey)).toMatchObject({
      algorithm,
      blob: authority.publicKeyBlob,
      comment: '',
    });
  });

  it('shows nothing of its private key', async () => {
    const { privateKeyPem } = await generateAuthority('ed25519');
    const authority = loadAuthority(privateKeyPem);
    expect(Object.keys(authority).sort()).toEqual(['publicKey', 'publicKeyBlob', 'sign']);
  });
});

describe('an authority made with ssh-keygen', () => {
  it.each(keyKinds)(
    'of kind %s is loaded from the file it wrote, and from its other PEM form',
    async (name, args) => {
      const line = await makeKey(folder, name, args);
      const file = join(folder, name);
      const authority = loadAuthority(await readFile(file, 'utf8'));
      expect(authority.publicKey).toBe(parseSshPublicKey(line).identity);
      const data = Buffer.from('signed');
      const reader = new SshReader(authority.sign(data));
      expect(reader.text()).toBe(name === 'rsa' ? 'rsa-sha2-512' : line.split(' ')[0]);
      if (name === 'rsa') {
        const key = createPublicKey(await sshKeygen('-e', '-m', 'pkcs8', '-f', `${file}.pub`));
        expect(verify('sha512', data, key, reader.string())).toBe(true);
      }
      if (name === 'ed25519') return;
      await sshKeygen('-q', '-p', '-N', '', '-m', 'PEM', '-f', file);
      expect(loadAuthority(await readFile(file, 'utf8')).publicKey).toBe(authority.publicKey);
    },
  );

  it('is refused while it has a passphrase, in each format', async () => {
    const encrypted = 'is encrypted; remove its passphrase with ssh-keygen -p first';
    await sshKeygen('-q', '-t', 'ecdsa', '-N', 'secret', '-f', join(folder, 'locked'));
    const openssh = await readFile(join(folder, 'locked'), 'utf8');
    await sshKeygen('-q', '-p', '-P', 'secret', '-N', 'secret', '-m', 'PEM', '-f', join(folder, 'locked'));
    const legacy = await readFile(join(folder, 'locked'), 'utf8');
    const cipher = { cipher: 'aes-256-cbc', passphrase: 'secret' };
    const pkcs8 = generateKeyPairSync('ed25519').privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      ...cipher,
    });
    for (const pem of [openssh, legacy, pkcs8.toString()])
      expect(() => loadAuthority(pem)).toThrow(encrypted);
  });

  it('is refused when its halves are no pair or it is damaged, without quoting it', async () => {
    await makeKey(folder, 'one', ['-t', 'ecdsa']);
    const pem = await readFile(join(folder, 'one'), 'utf8');
    const bytes = Buffer.from(pem.split('\n').slice(1, -2).join(''), 'base64');
    const wrap = (body: Buffer) =>
      `-----BEGIN OPENSSH PRIVATE KEY-----\n${body.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----\n`;
    expect(loadAuthority(wrap(bytes)).publicKey).toMatch(/^ecdsa-sha2-nistp256 /);
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0x01;
      try {
        // Damage to the comment or the padding goes unnoticed; it must be the same key then.
        expect(loadAuthority(wrap(damaged)).publicKey).toBe(loadAuthority(wrap(bytes)).publicKey);
      } catch (error) {
        expect((error as Error).message).toMatch(/^(is|has|holds|names) [a-z0-9A-Z ,;()-]+$/);
      }
      expect(() => loadAuthority(wrap(bytes.subarray(0, at)))).toThrow(/^(is|has|holds|names) /);
    }
  });
});

describe('a private key is refused as an authority', () => {
  it('when it is too short, of another kind, public, or none', async () => {
    const pemOf = ({ privateKey }: { privateKey: KeyObject }) =>
      privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => loadAuthority(pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 })))).toThrow(
      'is an RSA key of 1024 bits',
    );
    expect(() => loadAuthority(pemOf(generateKeyPairSync('x25519')))).toThrow('is not an RSA, ECDSA');
    const line = await makeKey(folder, 'public', ['-t', 'ed25519']);
    for (const text of [line, '', 'x', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n']) {
      expect(() => loadAuthority(text)).toThrow('is not a private key in PEM');
    }
  });
});
