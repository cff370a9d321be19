import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { proxyFor } from '../../src/client/proxy.ts';
import { resources } from '../../src/contract/index.ts';
import { localProxy } from './local-proxy.ts';
import { recordingService } from './recording-service.ts';
import { apiKey } from './records.ts';
import { scriptedService } from './scripted-service.ts';
import { tlsHost, tlsService } from './tls-service.ts';

const { get } = resources.apiKeys.operations;
const id = 'ak_1';
const secure = 'https://api.example.com';

describe('the proxy of a base URL', () => {
  it.each([
    [secure, { HTTPS_PROXY: 'http://p:1' }, 'http://p:1'],
    [secure, { https_proxy: 'http://p:1', HTTPS_PROXY: 'http://q:2' }, 'http://p:1'],
    [secure, { HTTP_PROXY: 'http://p:1' }, undefined],
    [secure, { ALL_PROXY: 'http://p:1' }, 'http://p:1'],
    [secure, { HTTPS_PROXY: '', all_proxy: 'p:1' }, 'http://p:1'],
    ['http://api.example.com', { http_proxy: 'proxy.example:3128' }, 'http://proxy.example:3128'],
    ['http://api.example.com', { HTTP_PROXY: 'https://proxy.example' }, 'https://proxy.example'],
  ])('%s with %j is %s', (origin, env, proxy) => {
    expect(proxyFor(origin, env)?.origin).toBe(proxy);
  });

  it.each([
    'http://localhost:4040',
    'http://127.0.0.1:4040',
    'http://[::1]:4040',
    'http://sandbox.localhost',
  ])('is none for this machine: %s', (origin) => {
    expect(proxyFor(origin, { HTTP_PROXY: 'http://p:1', ALL_PROXY: 'http://p:1' })).toBeUndefined();
  });

  it.each([
    ['*', true],
    ['example.com', true],
    ['.example.com', true],
    ['*.example.com', true],
    ['API.Example.com', true],
    ['other.test, api.example.com', true],
    ['api.example.com:443', true],
    ['api.example.com:8443', false],
    ['ample.com', false],
    ['api.example.com.test', false],
    [',', false],
  ])('with NO_PROXY %j is left out: %s', (list, isLeftOut) => {
    const env = { HTTPS_PROXY: 'http://p:1', NO_PROXY: list };
    expect(proxyFor(secure, env) === undefined).toBe(isLeftOut);
  });

  it.each([
    ['https://192.0.2.7', '192.0.2.0/24', true],
    ['https://192.0.3.7', '192.0.2.0/24', false],
    ['https://192.0.2.7', '192.0.2.7', true],
    ['https://192.0.2.7', '192.0.2.0/240', false],
    ['https://[2001:db8::1]', '2001:db8::/32', true],
    ['https://[2001:db8::1]:8443', '[2001:db8::1]:8443', true],
  ])('of the address %s with no_proxy %s is left out: %s', (origin, list, isLeftOut) => {
    const env = { https_proxy: 'http://p:1', no_proxy: list };
    expect(proxyFor(origin, env) === undefined).toBe(isLeftOut);
  });

  it('must be reached by http or https, and what is wrong never shows its password', () => {
    const socks = () => proxyFor(secure, { ALL_PROXY: 'socks5://me:s3cret@p:1' });
    expect(socks).toThrow(
      'ALL_PROXY names a socks5 proxy, which is not supported; use one that is reached by http',
    );
    const broken = () => proxyFor(secure, { https_proxy: 'http://me:s3cret@' });
    expect(broken).toThrow('https_proxy is not the URL of a proxy; write it as http://proxy.example:8080');
  });
});

describe('a request through a proxy', () => {
  it('goes to an https service by a tunnel, with the credentials of the proxy and not to it with the key', async () => {
    const service = await tlsService(() => apiKey(id));
    const wants = `Basic ${Buffer.from('me:s3 cret').toString('base64')}`;
    const { origin, asked, credentials } = await localProxy(service.port, { wants });
    const env = { HTTPS_PROXY: origin.replace('http://', 'http://me:s3%20cret@') };
    const baseUrl = `https://${tlsHost}`;
    const client = createClient({
      baseUrl,
      apiKey: 'key',
      proxy: proxyFor(baseUrl, env),
      extraAuthorities: service.authorityPem,
    });
    for (let i = 0; i < 2; i++) expect(await client.send(get, { id })).toMatchObject({ id });
    expect(new Set([...asked, ...credentials])).toEqual(new Set([`CONNECT ${tlsHost}:443`, wants]));
    expect(service.seen).toHaveLength(2);
    expect(service.seen[0]).toMatchObject({
      target: '/api_keys/ak_1',
      headers: { authorization: 'Bearer key', host: tlsHost, 'service-version': '2' },
    });
    expect(service.seen[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it('goes to an http service by asking the proxy for it', async () => {
    const service = await recordingService({ status: 201, body: apiKey(id) });
    const { origin, asked } = await localProxy(Number(new URL(service.baseUrl).port));
    const baseUrl = 'http://api.tunnel.test';
    const client = createClient({ baseUrl, apiKey: 'key', proxy: proxyFor(baseUrl, { http_proxy: origin }) });
    const { create } = resources.apiKeys.operations;
    expect(await client.send(create, {}, { description: 'für CI' })).toMatchObject({ id });
    expect(asked).toEqual(['POST http://api.tunnel.test/api_keys']);
    expect(service.requests).toMatchObject([{ method: 'POST', body: { description: 'für CI' } }]);
  });

  async function failure(proxyUrl: string, options = {}) {
    const baseUrl = `https://${tlsHost}`;
    const proxy = proxyFor(baseUrl, { HTTPS_PROXY: proxyUrl });
    return createClient({ baseUrl, apiKey: 'key', proxy, timeoutMs: 2000, ...options })
      .send(get, { id })
      .then(
        () => expect.unreachable(),
        (error: unknown) => error,
      );
  }

  it('that the proxy does not let through says so, without its credentials', async () => {
    const { origin } = await localProxy(1, { wants: 'Basic other' });
    const cannot = `cannot reach https://${tlsHost} through the proxy ${origin}:`;
    expect(await failure(origin)).toMatchObject({
      kind: 'proxy',
      wasSent: false,
      message: `${cannot} it asks for a user and password (407)`,
      hint: 'write them into HTTPS_PROXY, as http://user:password@host:port',
    });
    const error = await failure(origin.replace('http://', 'http://me:s3cret@'));
    expect(error).toMatchObject({ message: `${cannot} it refuses the user or password (407)` });
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toMatch(/s3cret|bWU6/);
  });

  it('that finds no proxy says so', async () => {
    expect(await failure('http://127.0.0.1:1')).toMatchObject({
      kind: 'refused',
      wasSent: false,
      message: `cannot reach https://${tlsHost} through the proxy http://127.0.0.1:1: the proxy refused the connection`,
    });
  });

  it('does not trust whom this machine does not trust', async () => {
    const service = await tlsService(() => apiKey(id));
    const { origin } = await localProxy(service.port);
    expect(await failure(origin)).toMatchObject({ kind: 'tls' });
    expect(service.seen).toEqual([]);
  });

  it('is given up on in time', async () => {
    const silent = await scriptedService('silence');
    const { origin } = await localProxy(silent.port);
    const baseUrl = 'http://api.tunnel.test';
    const proxy = proxyFor(baseUrl, { http_proxy: origin });
    const sent = createClient({ baseUrl, proxy, timeoutMs: 150 }).send(get, { id });
    await expect(sent).rejects.toMatchObject({
      kind: 'timeout',
      wasSent: true,
      message: 'cannot reach http://api.tunnel.test: no complete answer within 0.15 s',
    });
    expect(silent.requests).toHaveLength(1);
  });
});

describe('a request to an https service', () => {
  it('trusts the authorities that it is told to, and no other', async () => {
    const service = await tlsService(() => apiKey(id));
    const baseUrl = `https://127.0.0.1:${service.port}`;
    const client = createClient({ baseUrl, apiKey: 'key', extraAuthorities: service.authorityPem });
    expect(await client.send(get, { id })).toMatchObject({ id });
    await expect(createClient({ baseUrl, apiKey: 'key' }).send(get, { id })).rejects.toMatchObject({
      kind: 'tls',
      wasSent: false,
      message: expect.stringMatching(
        /: TLS failed \((UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)\)$/,
      ),
    });
    expect(service.seen).toHaveLength(1);
  });
});
