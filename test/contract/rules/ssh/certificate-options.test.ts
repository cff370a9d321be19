import { isIPv4, isIPv6 } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkCriticalOption,
  checkExtensionName,
  checkPrincipal,
} from '../../../../src/contract/rules/ssh/certificate-options.ts';
import { makeKey, sshKeygen } from '../../../harness/ssh-keygen.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

function checkSourceAddress(value: string): string | undefined {
  return checkCriticalOption('source-address', value);
}

describe('a principal', () => {
  it.each(['alice', 'host.example.com', '192.0.2.7', '2001:db8::7', 'rené', 'DOMAIN\\alice', '*'])(
    'may be %s',
    (text) => {
      expect(checkPrincipal(text)).toBeUndefined();
    },
  );

  it.each([
    ['', /^is empty/],
    ['alice,bob', /^has a comma/],
    ['alice bob', /^has a space/],
    ['alice\u00a0bob', /^has a space/],
    ['alice\n', /^has a space/],
    ['alice\u0007', /^has a control character/],
    ['alice\u0085', /^has a control character/],
  ])('may not be %j', (text, problem) => {
    expect(checkPrincipal(text)).toMatch(problem);
  });
});

describe('an extension', () => {
  it('may have any printable name without spaces, of up to 255 bytes', () => {
    for (const name of ['permit-pty', 'login@github.com', '__proto__', 'x'.repeat(255)]) {
      expect(checkExtensionName(name)).toBeUndefined();
    }
    expect(checkExtensionName('')).toMatch(/^is empty/);
    for (const name of ['permit pty', 'permit-pty\n', 'é', '\u007f']) {
      expect(checkExtensionName(name)).toMatch(/^is not the name of an extension/);
    }
    expect(checkExtensionName('x'.repeat(256))).toBe('is longer than 255 bytes');
  });
});

describe('a critical option', () => {
  it('is force-command or source-address and nothing else', () => {
    expect(checkCriticalOption('force-command', '/usr/bin/uptime -p')).toBeUndefined();
    expect(checkCriticalOption('force-command', '')).toMatch(/^is empty/);
    expect(checkCriticalOption('force-command', 'a\0b')).toBe('has a NUL character');
    expect(checkCriticalOption('source-address', '10.0.0.0/8')).toBeUndefined();
    for (const name of ['verify-required', 'Force-Command', '', '__proto__', 'toString']) {
      expect(checkCriticalOption(name, 'x')).toMatch(/^is not a supported critical option/);
    }
  });
});

describe('source-address', () => {
  const folder = temporaryDirectory(afterAll);

  beforeAll(async () => {
    await makeKey(folder, 'authority', ['-t', 'ed25519']);
    await makeKey(folder, 'user', ['-t', 'ed25519']);
  });

  /** Whether the real ssh-keygen signs a certificate with this value. */
  async function opensshAccepts(value: string): Promise<boolean> {
    const options = ['-O', `source-address=${value}`, '-s', join(folder, 'authority'), '-I', 'id', '-q'];
    try {
      await sshKeygen(...options, join(folder, 'user.pub'));
      return true;
    } catch {
      return false;
    }
  }

  it.each([
    ['10.0.0.0/8', true],
    ['192.0.2.7', true],
    ['192.0.2.7,10.0.0.0/8,2001:db8::/32', true],
    ['0.0.0.0/0', true],
    ['::/0', true],
    ['::', true],
    ['::1/128', true],
    ['2001:DB8::1', true],
    ['::ffff:192.0.2.7', true],
    ['1:2:3:4:5:6:7:8', true],
    ['1:2:3:4:5:6:192.0.2.7/128', true],
    ['10.0.0.1/8', false],
    ['2001:db8::1/32', false],
    ['10.0.0.0/33', false],
    ['::/129', false],
    ['10.0.0.0/-1', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/8/8', false],
    ['10.0.0.0/255.0.0.0', false],
    ['10.0.0.0/8, 192.0.2.7', false],
    [' 10.0.0.0/8', false],
    ['10.0.0.0/8,', false],
    [',10.0.0.0/8', false],
    ['', false],
    ['*', false],
    ['10.0.*', false],
    ['!10.0.0.0/8', false],
    ['fe80::1%eth0', false],
    ['[::1]', false],
    ['example.com', false],
    ['256.0.0.1', false],
    ['1::2::3', false],
    ['1:2:3:4:5:6:7', false],
    ['1:2:3:4:5:6:7:8:9', false],
    ['1.2.3.4::', false],
    [':', false],
    [':::', false],
    ['12345::', false],
  ])('%j is accepted: %j, as by the real ssh-keygen', async (value, accepted) => {
    expect(checkSourceAddress(value) === undefined).toBe(accepted);
    expect(await opensshAccepts(value)).toBe(accepted);
  });

  it.each(['10.1', '010.0.0.1', '10', '10.0.0.0/08'])(
    'the short hand %j, which OpenSSH would read in its own way, is refused',
    (value) => {
      expect(checkSourceAddress(value)).toBeDefined();
    },
  );

  it('knows the addresses that node:net knows', () => {
    const nearly = fc.string({ unit: fc.constantFrom(...'0123456789afF:::..'), maxLength: 42 });
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), nearly), (address) => {
        expect(checkSourceAddress(address) === undefined).toBe(isIPv4(address) || isIPv6(address));
      }),
      { numRuns: 3000 },
    );
  });

  it('accepts a network exactly when no bit beyond its mask is set', () => {
    const ipv4 = fc.tuple(fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }), fc.integer({ min: 0, max: 32 }));
    fc.assert(
      fc.property(ipv4, ([number, mask]) => {
        const hostBits = BigInt(32 - mask);
        const network = (number >> hostBits) << hostBits;
        const write = (n: bigint) => [24n, 16n, 8n, 0n].map((shift) => (n >> shift) & 255n).join('.');
        expect(checkSourceAddress(`${write(network)}/${mask}`)).toBeUndefined();
        if (network !== number)
          expect(checkSourceAddress(`${write(number)}/${mask}`)).toMatch(/host bits set/);
      }),
    );
    const ipv6 = fc.tuple(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), fc.integer({ min: 0, max: 128 }));
    fc.assert(
      fc.property(ipv6, ([number, mask]) => {
        const hostBits = BigInt(128 - mask);
        const network = (number >> hostBits) << hostBits;
        const write = (n: bigint) => (n.toString(16).padStart(32, '0').match(/.{4}/g) ?? []).join(':');
        expect(checkSourceAddress(`${write(network)}/${mask}`)).toBeUndefined();
        if (network !== number)
          expect(checkSourceAddress(`${write(number)}/${mask}`)).toMatch(/host bits set/);
      }),
    );
  });

  it('answers any text with undefined or one sentence', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(checkSourceAddress(value) ?? 'is fine').toMatch(/^(is|has) [\x20-\x7e]+$/);
      }),
    );
  });
});
