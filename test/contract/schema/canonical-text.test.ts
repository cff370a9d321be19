import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleKeys } from '../../../src/contract/examples/example-keys.ts';
import { defaultBindingOf, isPlainUrl, parseEndpointUrl } from '../../../src/contract/rules/endpoint-url.ts';
import { parseSshPublicKey } from '../../../src/contract/rules/ssh/public-key.ts';
import { canonicalText } from '../../../src/contract/schema/canonical-text.ts';

describe('the one spelling of texts that mean the same', () => {
  it.each([
    [
      'https://app.example.com',
      ['HTTPS://App.Example.com', 'https://app.example.com:443', 'https://app.example.com/'],
    ],
    ['https://app.example.com:8443', ['https://APP.example.com:8443']],
    ['tcp://[::1]:22', ['tcp://[0:0:0:0:0:0:0:1]:22']],
  ])('of the URL %s', (url, others) => {
    for (const text of [url, ...others]) expect(canonicalText('endpoint-url', text)).toBe(url);
    expect(parseEndpointUrl(url).url).toBe(url);
  });

  it('of URLs is the same at first sight as read whole', () => {
    const piece = fc.constantFrom(
      'a',
      'app',
      'b2',
      '2b',
      '-',
      'xn--',
      '.',
      '..',
      'com',
      '1',
      'x'.repeat(30),
      'A',
      '*',
      ':80',
      '/',
    );
    const url = fc.array(piece, { maxLength: 8 }).map((parts) => `https://${parts.join('')}`);
    fc.assert(
      fc.property(url, (text) => {
        if (isPlainUrl(text)) expect(parseEndpointUrl(text).url).toBe(text);
      }),
      { numRuns: 2000 },
    );
    expect(isPlainUrl('https://app-2.example.com')).toBe(true);
  });

  it.each(Object.values(exampleKeys))('of the SSH key %s, whatever its comment is', (line) => {
    const [type, base64] = line.split(' ');
    for (const text of [
      line,
      `${type} ${base64}`,
      ` ${type}\t${base64}  two words `,
      `${type} ${base64} x`,
    ]) {
      expect(canonicalText('ssh-public-key', text)).toBe(base64);
      expect(Buffer.from(parseSshPublicKey(text).blob).toString('base64')).toBe(base64);
    }
  });

  it('of nothing else', () => {
    expect(canonicalText('endpoint-url', 'ftp://app.example.com')).toBeUndefined();
    expect(canonicalText('ssh-public-key', 'ssh-ed25519 no')).toBeUndefined();
    expect(canonicalText(undefined, 'A text')).toBe('A text');
  });
});

it.each([
  ...[
    'https://a.internal',
    'https://a.INTERNAL:8443/',
    'tcp://a.b.internal:1',
    'http://internal.example.com',
  ],
  ...['https://a.internal.example.com', 'tcp://[::1]:22', 'https://notinternal.com'],
])('the bindings of %s follow its host, be it read whole or not', (url) => {
  const { isInternal } = parseEndpointUrl(url);
  expect(defaultBindingOf(url)).toBe(isInternal ? 'internal' : 'public');
});
