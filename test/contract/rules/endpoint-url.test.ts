import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkEndpointUrl,
  checkInternalUrl,
  parseEndpointUrl,
} from '../../../src/contract/rules/endpoint-url.ts';

describe('the URL of an endpoint', () => {
  it('is read into all that a record shows of it', () => {
    expect(parseEndpointUrl('HTTPS://App.Example.COM:443/')).toEqual({
      proto: 'https',
      scheme: 'https',
      host: 'app.example.com',
      port: 443,
      hostport: 'app.example.com:443',
      url: 'https://app.example.com',
      isInternal: false,
      isWildcard: false,
      defaultBinding: 'public',
    });
  });

  it.each([
    ['https://app.example.com', 'https://app.example.com', 'app.example.com:443'],
    ['http://app.example.com', 'http://app.example.com', 'app.example.com:80'],
    ['tls://app.example.com', 'tls://app.example.com', 'app.example.com:443'],
    ['http://app.example.com:443', 'http://app.example.com:443', 'app.example.com:443'],
    ['https://app.example.com:8443', 'https://app.example.com:8443', 'app.example.com:8443'],
    ['tcp://1.tcp.example.com:20000', 'tcp://1.tcp.example.com:20000', '1.tcp.example.com:20000'],
    ['tcp://10.0.0.1:22', 'tcp://10.0.0.1:22', '10.0.0.1:22'],
    ['tcp://[2001:DB8:0::1]:22', 'tcp://[2001:db8::1]:22', '[2001:db8::1]:22'],
    ['https://*.example.com', 'https://*.example.com', '*.example.com:443'],
    ['https://*.internal', 'https://*.internal', '*.internal:443'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example', 'xn--bcher-kva.example:443'],
  ])('%s is written %s and served on %s', (value, url, hostport) => {
    expect(parseEndpointUrl(value)).toMatchObject({ url, hostport });
  });

  it('is internal when its host ends in .internal', () => {
    expect(parseEndpointUrl('https://api.internal')).toMatchObject({
      isInternal: true,
      defaultBinding: 'internal',
    });
    expect(parseEndpointUrl('https://internal.example.com').isInternal).toBe(false);
    expect(checkInternalUrl('https://api.internal')).toBeUndefined();
    expect(checkInternalUrl('https://app.example.com')).toBe(
      '"https://app.example.com" is not an internal endpoint; its host must end in .internal',
    );
    expect(checkInternalUrl('nonsense')).toMatch('is not an endpoint URL');
  });

  it.each([
    ['', 'is not an endpoint URL; write for example https://app.example.com'],
    ['app.example.com', 'is not an endpoint URL'],
    ['https:app.example.com', 'is not an endpoint URL'],
    ['//app.example.com', 'is not an endpoint URL'],
    ['ftp://app.example.com', 'has the scheme "ftp"; use https, http, tcp or tls'],
    ['constructor://app.example.com', 'has the scheme "constructor"'],
    ['https://', 'has no host'],
    ['https://:443', 'has no host'],
    ['https://app', 'needs at least 2 labels'],
    ['https://*.com', 'needs at least 2 labels'],
    ['https://*', 'only as its whole first label'],
    ['https://a.*.example.com', 'only as its whole first label'],
    ['https://internal', 'needs a name before ".internal"'],
    ['https://.internal', 'needs a name before ".internal"'],
    ['https://app.example.com.', 'must not end with a dot'],
    ['https://10.0.0.1', 'has the address "10.0.0.1" as host; https needs a domain'],
    ['https://[::1]', 'has the address "[::1]" as host; https needs a domain'],
    ['https://0x7f.1', 'its last label is a number'],
    ['tcp://[::g]:1', 'is not an IPv6 address'],
    ['tcp://::1:22', 'an IPv6 address goes in brackets'],
    ['tcp://1.tcp.example.com', 'needs a port, as in tcp://1.tcp.example.com:5432'],
    ['tcp://*.example.com:22', 'cannot be a wildcard with tcp'],
    ['https://app.example.com:', 'has the port ""'],
    ['https://app.example.com:0', 'has the port "0"'],
    ['https://app.example.com:65536', 'has the port "65536"'],
    ['https://app.example.com:0443', 'has the port "0443"'],
    ['https://app.example.com:+443', 'has the port "+443"'],
    ['https://app.example.com/path', 'must not have the path "/path"'],
    ['https://app.example.com//', 'must not have the path "//"'],
    ['https://app.example.com?token=hunter2', 'must not have a query'],
    ['https://app.example.com/#top', 'must not have a fragment'],
    ['https://app.example.com\\@evil.example', 'must not hold white space, a backslash'],
    ['https://app.exa\tmple.com', 'must not hold white space'],
    ['https://app.example.com\n', 'must not hold white space'],
    ['https://bücher.example', 'must be written in punycode: xn--bcher-kva.example'],
    ['https://app%2eexample.com', 'letters, digits and inner hyphens'],
  ])('may not be %j', (value, problem) => {
    expect(checkEndpointUrl(value)).toContain(problem);
  });

  it.each(['https://me:hunter2@app.example.com', 'https://me:hunt/er2@app.example.com', 'hunter2@x'])(
    'does not echo a password (%s)',
    (value) => {
      expect(checkEndpointUrl(value)).toBe('must not carry a user name or password');
    },
  );

  it('reads its own canonical form back to the same', () => {
    const host = fc.domain().filter((domain) => checkEndpointUrl(`https://${domain}`) === undefined);
    const scheme = fc.constantFrom('http', 'https', 'tls', 'tcp');
    fc.assert(
      fc.property(scheme, host, fc.integer({ min: 1, max: 65_535 }), (proto, name, port) => {
        const parsed = parseEndpointUrl(`${proto}://${name.toUpperCase()}:${port}/`);
        expect(parseEndpointUrl(parsed.url)).toEqual(parsed);
      }),
    );
  });

  it('answers for a megabyte of anything', () => {
    for (const piece of ['a', '.', ':', '[', 'https://', '*.', '::1']) {
      expect(checkEndpointUrl(`https://${piece.repeat(1_000_000 / piece.length)}`)?.length).toBeLessThan(250);
    }
  });
});
