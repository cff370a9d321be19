import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkWellFormed, utf8Length } from '../../../src/contract/rules/bytes.ts';
import { checkEventType } from '../../../src/contract/rules/event-type.ts';
import { quote } from '../../../src/contract/rules/rule.ts';
import { checkWebUrl, hostnameOf } from '../../../src/contract/rules/web-url.ts';

describe('the length of a text', () => {
  it('is what an encoder writes, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii' }), (text, ascii) => {
        // Cutting anywhere makes lone surrogates.
        for (const piece of [text, text.slice(1), text.slice(0, -1), ascii]) {
          expect(utf8Length(piece)).toBe(Buffer.byteLength(piece));
        }
      }),
    );
  });
});

describe('a text', () => {
  it('is well-formed without lone surrogates and NUL', () => {
    expect(checkWellFormed('plain, ünïcode, 😀, \u0001')).toBeUndefined();
    expect(checkWellFormed('ab\ud83d')).toBe(
      'contains half of a surrogate pair at offset 2; it is not valid Unicode',
    );
    expect(checkWellFormed('\ude00\ud83d')).toBeDefined();
    expect(checkWellFormed('\ud83d\ud83d\ude00')).toBeDefined();
    expect(checkWellFormed('a\0')).toBe('contains a NUL character at offset 1');
  });

  it('is echoed on one short line that no terminal obeys', () => {
    expect(quote('a\n\u001b[31m\u009b\u202e')).toBe('"a\\n\\u001b[31m\\u009b\\u202e"');
    expect(quote('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
    expect(quote('x'.repeat(61))).toBe(`"${'x'.repeat(59)}…"`);
    expect(quote(`${'x'.repeat(58)}😀😀`)).toBe(`"${'x'.repeat(58)}…"`);
  });
});

describe('an event type', () => {
  it.each(['ip_policy_created.v0', 'api_key_deleted.v12', 'a_b.v1', 'k8s_op2_made2.v0'])(
    'may be %s',
    (type) => {
      expect(checkEventType(type)).toBeUndefined();
    },
  );

  it.each([
    '',
    'created.v0',
    '_created.v0',
    'ip_policy_created',
    'ip_policy_created.v',
    'ip_policy_created.v01',
    'ip_policy_created.v-1',
    'ip_policy_created.V0',
    'ip_policy_created.v0\n',
    'IP_policy_created.v0',
    'ip__policy_created.v0',
    'ip_policy_.v0',
    'ip-policy_created.v0',
    '0ip_created.v0',
    'ip_policy_created.v0.v1',
  ])('may not be %j', (type) => {
    expect(checkEventType(type)).toBe(
      `${JSON.stringify(type)} is not an event type; write <resource>_<verb>.v<number>, for example ip_policy_created.v0`,
    );
  });

  it('is at most 255 bytes', () => {
    expect(checkEventType(`${'a'.repeat(250)}_b.v0`)).toBeUndefined();
    expect(checkEventType(`${'a'.repeat(251)}_b.v0`)).toBe('must be at most 255 bytes');
    expect(checkEventType('a_'.repeat(500_000))).toBe('must be at most 255 bytes');
  });
});

describe('a reported URL', () => {
  it.each([
    ['https://Example.COM:8443/a?b#c', 'example.com'],
    ['http://paypal.com@evil.example/', 'evil.example'],
    ['HTTP://example.com.', 'example.com'],
    ['http://[2001:DB8::0:1]:80/', '2001:db8::1'],
    ['http://10.0.0.1', '10.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://bücher.example/straße', 'xn--bcher-kva.example'],
    ['http://localhost', 'localhost'],
  ])('%s is about the host %s', (url, host) => {
    expect(checkWebUrl(url)).toBeUndefined();
    expect(hostnameOf(url)).toBe(host);
  });

  it.each([
    '',
    'example.com',
    '//example.com',
    '/path',
    'ftp://example.com',
    'javascript:alert(1)',
    'http:example.com',
    'http:/example.com',
    'http:///example.com',
    'http://',
    'http://.',
    'http://..',
    'http://a..b/',
    'http://:80',
    'http://example.com:65536',
    'http://[::g]/',
    'http://exa mple.com',
    ' http://example.com',
    'http://example.com\n',
    'http:\\\\example.com',
    `http://${'a.'.repeat(200)}com`,
    `http://example.com/${'a'.repeat(8192)}`,
  ])('may not be %j', (url) => {
    expect(checkWebUrl(url)).toEqual(expect.any(String));
    expect(() => hostnameOf(url)).toThrow();
  });

  it('is refused in words, without a password', () => {
    expect(checkWebUrl('example.com')).toBe(
      '"example.com" is not a web address; write an absolute http or https URL, for example https://example.com/page',
    );
    expect(checkWebUrl('ftp://me:hunter2@example.com')).toMatch(/^the URL is not a web address/);
  });
});
