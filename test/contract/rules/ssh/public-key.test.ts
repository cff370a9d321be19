import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSshPublicKey, parseSshPublicKey } from '../../../../src/contract/rules/ssh/public-key.ts';
import { sshConcat, sshMpint, sshString } from '../../../../src/contract/rules/ssh/wire-format.ts';
import { keyKinds, makeKey, sshKeygen } from '../../../harness/ssh-keygen.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

const lines = new Map<string, string>();
const folder = temporaryDirectory(afterAll);

beforeAll(async () => {
  for (const [name, args] of keyKinds) lines.set(name, await makeKey(folder, name, args));
});

function lineOf(name: string): string {
  return lines.get(name) ?? '';
}

/** A line around any bytes, whether they are a key or not. */
function lineAround(algorithm: string, ...parts: Uint8Array[]): string {
  return `${algorithm} ${Buffer.from(sshConcat(sshString(algorithm), ...parts)).toString('base64')}`;
}

describe.each(keyKinds.map(([name]) => name))('a public key of kind %s', (name) => {
  it('is read from its line and comes back as the same line', () => {
    const key = parseSshPublicKey(`  ${lineOf(name)}\r\n`);
    expect(key.line).toBe(lineOf(name));
    expect(key.keyType).toBe(name.split('-')[0]);
    expect(key.comment).toBe(`${name} of a test`);
    expect(key.identity).toBe(lineOf(name).split(' ').slice(0, 2).join(' '));
    expect(checkSshPublicKey(lineOf(name))).toBeUndefined();
  });

  it('is the key that ssh-keygen -y derives from the private key', async () => {
    const derived = parseSshPublicKey(await sshKeygen('-y', '-f', join(folder, name)));
    expect(derived.identity).toBe(parseSshPublicKey(lineOf(name)).identity);
  });

  it('has the fingerprint that ssh-keygen -l shows', async () => {
    const { blob } = parseSshPublicKey(lineOf(name));
    const fingerprint = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
    expect(await sshKeygen('-l', '-f', join(folder, `${name}.pub`))).toContain(` SHA256:${fingerprint} `);
  });

  it('is the same key as PEM and as an SSH2 block', async () => {
    const ssh2 = await sshKeygen('-e', '-m', 'RFC4716', '-f', join(folder, `${name}.pub`));
    expect(parseSshPublicKey(ssh2).identity).toBe(parseSshPublicKey(lineOf(name)).identity);
    // ssh-keygen puts a comment of its own in place of the key's.
    expect(parseSshPublicKey(ssh2).comment).toMatch(/^\d+-bit .* from OpenSSH$/);
    // This ssh-keygen cannot write Ed25519 as PEM; ssh-public-key-pem.test.ts does.
    if (name === 'ed25519') return;
    const pem = await sshKeygen('-e', '-m', 'pkcs8', '-f', join(folder, `${name}.pub`));
    expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    expect(parseSshPublicKey(pem).line).toBe(parseSshPublicKey(lineOf(name)).identity);
    expect(parseSshPublicKey(pem.replaceAll('\n', '\r\n')).line).toBe(parseSshPublicKey(pem).line);
  });

  it('is refused when it is cut short, extended, mislabelled or not canonical base64', () => {
    const [label = '', base64 = ''] = lineOf(name).split(' ');
    const blob = Buffer.from(base64, 'base64');
    for (const length of [0, 3, 4, 10, blob.length - 1]) {
      expect(checkSshPublicKey(`${label} ${blob.subarray(0, length).toString('base64')}`)).toBeDefined();
    }
    expect(checkSshPublicKey(`${label} ${Buffer.concat([blob, Buffer.of(0)]).toString('base64')}`)).toBe(
      'has bytes after its end',
    );
    const other = label === 'ssh-ed25519' ? 'ssh-rsa' : 'ssh-ed25519';
    expect(checkSshPublicKey(`${other} ${base64}`)).toBe('holds a key of another type than its label says');
    for (const junk of [`${base64}=`, `${base64}!`, base64.replace(/=+$/, '').slice(0, -1), `*${base64}`]) {
      expect(checkSshPublicKey(`${label} ${junk}`)).toBeDefined();
    }
  });

  it('is never mistaken for its private key, whose refusal says so and quotes nothing', async () => {
    const pem = await readFile(join(folder, name), 'utf8');
    for (const text of [pem, pem.replaceAll('\n', ' '), pem.split('\n').slice(1, -2).join('')]) {
      expect(checkSshPublicKey(text)).toBe(
        'is a private key; give the public key, the file ending in .pub, and keep this one secret',
      );
    }
  });
});

describe('a public key is refused with a sentence of its own', () => {
  it.each([
    ['', /^is empty; /],
    [' \n ', /^is empty; /],
    ['hello', /^is not a public key; give the one line of a file such as id_ed25519\.pub$/],
    ['sk-ssh-ed25519@openssh.com AAAAGnNr', /^is a key of a hardware token/],
    ['sk-ecdsa-sha2-nistp256@openssh.com AAAA', /^is a key of a hardware token/],
    ['ssh-dss AAAAB3NzaC1kc3M=', /^is a DSA key/],
    ['ssh-ed448 AAAA', /^is not a supported type of key/],
    ['ssh-ed25519-cert-v01@openssh.com AAAA', /^is a certificate; /],
    ['AAAAC3NzaC1lZDI1NTE5AAAAI', /^lacks the type of the key/],
    ['ssh-ed25519', /^is damaged: its middle part is not base64/],
    ['ssh-ed25519 AAAAB3NzaC1kc3M=', /^is a DSA key/],
    ['PuTTY-User-Key-File-3: ssh-ed25519', /^is a private key/],
    ['-----BEGIN ENCRYPTED PRIVATE KEY-----', /^is a private key/],
    [`ssh-ed25519 ${'A'.repeat(17_000)}`, /^is longer than any public key/],
    ['---- BEGIN SSH2 PUBLIC KEY ----\nAAAA', /^is not one whole SSH2 public key/],
  ])('%j', (text, sentence) => {
    expect(checkSshPublicKey(text)).toMatch(sentence);
    expect(() => parseSshPublicKey(text)).toThrow(sentence);
  });

  it('for options, host names, several lines and control characters around a good key', () => {
    const line = lineOf('ed25519');
    expect(checkSshPublicKey(`no-pty,command="ls -l" ${line}`)).toMatch(
      /^has options or a name before the key/,
    );
    expect(checkSshPublicKey(`host.example.com ${line}`)).toMatch(/^has options or a name before the key/);
    expect(checkSshPublicKey(`${line}\n${line}`)).toMatch(/^has several lines/);
    expect(checkSshPublicKey(`${line}\u001b[2J`)).toMatch(/^has a control character in its comment/);
  });

  it('for RSA keys of a wrong size and numbers that are no key', () => {
    const modulus = (bits: number) => {
      const bytes = Buffer.alloc(Math.ceil(bits / 8), 0xff);
      bytes[0] = 0xff >> ((8 - (bits % 8)) % 8);
      return sshMpint(bytes);
    };
    const e = sshMpint(Uint8Array.of(1, 0, 1));
    expect(checkSshPublicKey(lineAround('ssh-rsa', e, modulus(2048)))).toBeUndefined();
    expect(checkSshPublicKey(lineAround('ssh-rsa', e, modulus(16384)))).toBeUndefined();
    expect(checkSshPublicKey(lineAround('ssh-rsa', e, modulus(2047)))).toMatch(/^is an RSA key of 2047 bits/);
    expect(checkSshPublicKey(lineAround('ssh-rsa', e, modulus(16385)))).toMatch(
      /^is an RSA key of 16385 bits/,
    );
    expect(checkSshPublicKey(lineAround('ssh-rsa', e, sshMpint(Uint8Array.of())))).toMatch(/of 0 bits/);
    for (const exponent of [[], [1], [2], [...Array(9).fill(0x11)]]) {
      const line = lineAround('ssh-rsa', sshMpint(Uint8Array.from(exponent)), modulus(2048));
      expect(checkSshPublicKey(line)).toBe('holds numbers that are not an RSA key');
    }
    const padded = sshString(Uint8Array.of(0, 0, 1, 0, 1));
    expect(checkSshPublicKey(lineAround('ssh-rsa', padded, modulus(2048)))).toMatch(/needless leading zeros/);
    expect(checkSshPublicKey(lineAround('ssh-rsa', sshString(Uint8Array.of(0)), modulus(2048)))).toMatch(
      /zeros/,
    );
    expect(checkSshPublicKey(lineAround('ssh-rsa', sshString(Uint8Array.of(0x81)), modulus(2048)))).toMatch(
      /negative/,
    );
  });

  it('for points that are not on their curve, compressed, or of another curve', () => {
    const algorithm = 'ecdsa-sha2-nistp256';
    const { blob } = parseSshPublicKey(lineOf('ecdsa-256'));
    const point = Buffer.from(blob.subarray(-65));
    const moved = Buffer.from(point);
    moved[64] = (moved[64] ?? 0) ^ 1;
    const compressed = Buffer.concat([Buffer.of(2 + ((point[64] ?? 0) & 1)), point.subarray(1, 33)]);
    const name = sshString('nistp256');
    expect(checkSshPublicKey(lineAround(algorithm, name, sshString(point)))).toBeUndefined();
    expect(checkSshPublicKey(lineAround(algorithm, name, sshString(moved)))).toMatch(/not on its curve/);
    expect(checkSshPublicKey(lineAround(algorithm, name, sshString(compressed)))).toMatch(/wrong form/);
    expect(checkSshPublicKey(lineAround(algorithm, name, sshString(Buffer.of(0))))).toMatch(/wrong form/);
    expect(checkSshPublicKey(lineAround(algorithm, sshString('nistp384'), sshString(point)))).toMatch(
      /another curve/,
    );
    const short = sshString(new Uint8Array(31));
    expect(checkSshPublicKey(lineAround('ssh-ed25519', short))).toMatch(/not 32 bytes long/);
  });
});

describe('an Ed25519 key', () => {
  /** Every encoding of the eight points whose order divides eight, those that are not reduced among them. */
  const smallOrder = [
    `01${'00'.repeat(31)}`,
    `01${'00'.repeat(30)}80`,
    `ec${'ff'.repeat(30)}7f`,
    `ec${'ff'.repeat(31)}`,
    '00'.repeat(32),
    `${'00'.repeat(31)}80`,
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    `ee${'ff'.repeat(30)}7f`,
    `ee${'ff'.repeat(31)}`,
    `ed${'ff'.repeat(30)}7f`,
    `ed${'ff'.repeat(31)}`,
  ];
  const lineOfPoint = (hex: string) => lineAround('ssh-ed25519', sshString(Buffer.from(hex, 'hex')));
  const pemOfPoint = (hex: string) => {
    const spki = Buffer.from(`302a300506032b6570032100${hex}`, 'hex').toString('base64');
    return `-----BEGIN PUBLIC KEY-----\n${spki}\n-----END PUBLIC KEY-----\n`;
  };

  it.each(smallOrder)('of small order, %s, is refused: anybody can sign for it', (hex) => {
    for (const text of [lineOfPoint(hex), pemOfPoint(hex)]) {
      expect(checkSshPublicKey(text)).toBe(
        'holds an Ed25519 key of small order, for which anybody can sign; make another key',
      );
    }
    // What makes it so: a signature of the neutral element and zero verifies for some messages, without a private key.
    const key = createPublicKey(pemOfPoint(hex));
    const forged = Buffer.concat([Buffer.from(smallOrder[0] ?? '', 'hex'), Buffer.alloc(32)]);
    const isForgeable = Array.from({ length: 100 }, (_, i) => Buffer.of(i)).some((message) =>
      verify(null, message, key, forged),
    );
    expect(isForgeable).toBe(true);
  });

  it.each([`02${'00'.repeat(31)}`, `f0${'ff'.repeat(30)}7f`, 'ff'.repeat(32)])(
    'that is no point, or not written as points are, %s, is refused',
    (hex) => {
      for (const text of [lineOfPoint(hex), pemOfPoint(hex)]) {
        expect(checkSshPublicKey(text)).toBe(
          'holds 32 bytes that are no point of Ed25519; copy the whole key again',
        );
      }
    },
  );

  it('that was made as keys are made is taken', () => {
    for (let i = 0; i < 50; i++) {
      const pem = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
      expect(checkSshPublicKey(pem)).toBeUndefined();
    }
  });
});

describe('whatever the text', () => {
  const words = fc.constantFrom(
    ...[
      'ssh-ed25519',
      'ssh-rsa',
      'ecdsa-sha2-nistp256',
      '-----BEGIN PUBLIC KEY-----',
      '\n',
      ' ',
      'AAAAC3NzaC1l',
    ],
    ...[
      '-----END PUBLIC KEY-----',
      '---- BEGIN SSH2 PUBLIC KEY ----',
      '---- END SSH2 PUBLIC KEY ----',
      'Comment: \\',
    ],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(fc.oneof(words, fc.base64String({ maxLength: 80 })), { maxLength: 12 })
      .map((all) => all.join('')),
  );

  it('the answer is a key whose line is read again as the same, or one plain sentence', () => {
    fc.assert(
      fc.property(text, (input) => {
        const problem = checkSshPublicKey(input);
        if (problem === undefined)
          expect(parseSshPublicKey(parseSshPublicKey(input).line).line).toBeDefined();
        else expect(problem).toMatch(/^(is|has|holds|lacks|names) [\x20-\x7e]+[^.]$/);
      }),
      { numRuns: 500 },
    );
  });

  it('damaging one byte of a key gives another key or a sentence, never anything else', () => {
    const names = fc.constantFrom(...keyKinds.map(([name]) => name));
    fc.assert(
      fc.property(names, fc.nat(), fc.integer({ min: 1, max: 255 }), (name, position, change) => {
        const blob = Buffer.from(parseSshPublicKey(lineOf(name)).blob);
        const at = position % blob.length;
        blob[at] = (blob[at] ?? 0) ^ change;
        const line = `${lineOf(name).split(' ')[0]} ${blob.toString('base64')}`;
        const problem = checkSshPublicKey(line);
        if (problem === undefined) expect(parseSshPublicKey(line).line).toBe(line);
        else expect(problem).toMatch(/^(is|has|holds|names) [\x20-\x7e]+$/);
      }),
      { numRuns: 300 },
    );
  });

  it('what is accepted, ssh-keygen reads too', async () => {
    const file = join(folder, 'normalised.pub');
    for (const [name] of keyKinds) {
      const { identity } = parseSshPublicKey(lineOf(name));
      await writeFile(file, `${identity}\n`);
      expect(await sshKeygen('-l', '-f', file)).toContain('no comment');
    }
  });
});
