import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../src/server/app/app.ts';
import { type ExposureOptions, prepareExposure } from '../../../src/server/http/exposure.ts';
import { startService, type TestService } from '../../harness/test-service.ts';

/** The whole service behind a listener on this machine. */
async function open(options: Partial<ExposureOptions> = {}) {
  const test = await startService();
  const expose = await prepareExposure({ host: '127.0.0.1', port: 0, ...options });
  const listener = await expose((url, guards) => createApp(url, guards, ({ request }) => test.app(request)));
  onTestFinished(listener.close);
  const port = Number(new URL(listener.url).port);
  return { test, listener, port, ask: (extra: Ask = {}) => ask(test, port, extra) };
}

interface Ask {
  readonly address?: string;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

async function ask(
  { admin }: TestService,
  port: number,
  { address = '127.0.0.1', method = 'GET', path = '/endpoints', headers = {}, body }: Ask,
) {
  const identity = {
    authorization: `Bearer ${admin.token}`,
    'service-version': '2',
    'content-type': 'application/json',
  };
  const request = httpRequest({ host: address, port, method, path, headers: { ...identity, ...headers } });
  request.end(body);
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  const content = await text(response);
  return {
    status: response.statusCode,
    headers: response.headers,
    code: content === '' ? undefined : (JSON.parse(content) as { error_code?: string }).error_code,
    text: content,
  };
}

const prepare = (options: Partial<ExposureOptions>) =>
  prepareExposure({ host: '127.0.0.1', port: 0, ...options });

describe('where the service listens', () => {
  it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost', '::ffff:127.0.0.1', '127.1'])(
    'may be %s, which nobody else reaches',
    async (host) => {
      await expect(prepare({ host })).resolves.toBeTypeOf('function');
    },
  );

  it.each([
    '0.0.0.0',
    '::',
    '0',
    '::0',
    '0.0',
    '192.0.2.1',
    '2001:db8::1',
    'fe80::1',
    '::ffff:192.0.2.1',
    '10.1',
  ])('is not %s unless it is asked for', async (host) => {
    await expect(prepare({ host })).rejects.toMatchObject({
      code: 'USAGE',
      field: '--host',
      message: expect.stringMatching(/^--host .* lets other machines reach the service$/),
      hint: expect.stringContaining('--allow-remote'),
    });
    await expect(prepare({ host, allowRemote: true })).resolves.toBeTypeOf('function');
  });

  it.each(['', 'no such host', 'nowhere.invalid', '*', '127.0.0.1:80'])(
    'is not %j, which has no address',
    async (host) => {
      const refusal = { code: 'USAGE', field: '--host', message: expect.stringMatching(/^--host /) };
      await expect(prepare({ host })).rejects.toMatchObject(refusal);
      await expect(prepare({ host, allowRemote: true })).rejects.toMatchObject(refusal);
    },
  );

  it('warns who opens it to others without encryption, and names a URL that works here', async () => {
    const { listener, ask, port } = await open({ host: '0.0.0.0', allowRemote: true });
    expect(listener.url).toBe(`http://127.0.0.1:${port}`);
    expect(listener.warnings).toEqual([expect.stringContaining('add --tls-cert and --tls-key')]);
    expect((await ask()).status).toBe(200);
  });

  it('has nothing to warn of on this machine', async () => {
    expect((await open()).listener.warnings).toEqual([]);
  });
});

describe('the Host header', () => {
  it('may be each name of this machine, with the port', async () => {
    const { ask, port } = await open();
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]']) {
      expect(await ask({ headers: { host: `${name}:${port}` } }), name).toMatchObject({ status: 200 });
    }
  });

  it('may be nothing else, so that no name of a page that was made to lead here (DNS rebinding) works', async () => {
    const { ask, port, listener } = await open();
    const others = [
      `evil.example:${port}`,
      'evil.example',
      'localhost',
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `localhost.evil.example:${port}`,
      `evil.localhost:${port}`,
      `localhost.:${port}`,
      `127.0.0.1.evil.example:${port}`,
      `127.0.0.1:${port}@evil.example`,
      `evil.example@127.0.0.1:${port}`,
      `0.0.0.0:${port}`,
      `[::]:${port}`,
      `2130706433:${port}`,
      `192.0.2.1:${port}`,
      ':',
      `:${port}`,
    ];
    for (const host of others) {
      for (const path of ['/endpoints', '/openapi.json', '/', '/certificate-authority.pem', '/nothing']) {
        expect(await ask({ path, headers: { host } }), `${host} ${path}`).toMatchObject({
          status: 421,
          code: 'ERR_WRONG_HOST',
        });
      }
    }
    const made = await ask({
      method: 'POST',
      path: '/api_keys',
      headers: { host: `evil.example:${port}` },
      body: '{}',
    });
    expect(JSON.parse(made.text)).toMatchObject({
      status_code: 421,
      msg: `the service does not answer for the host "evil.example:${port}"; use ${listener.url}`,
      details: { operation_id: made.headers['operation-id'] },
    });
  });

  it('counts less than a whole URL as the target', async () => {
    const { ask, port } = await open();
    const host = `127.0.0.1:${port}`;
    expect(await ask({ path: `http://${host}/endpoints`, headers: { host } })).toMatchObject({ status: 200 });
    expect(await ask({ path: `http://evil.example:${port}/endpoints`, headers: { host } })).toMatchObject({
      status: 421,
    });
    expect(await ask({ path: `HTTP://evil.example`, headers: { host } })).toMatchObject({ status: 421 });
  });

  it('may be a name that --allowed-host adds, for all ports or for one', async () => {
    const { ask, port } = await open({ allowedHosts: ['sandbox.example', 'gate.example:8443'] });
    const statusOf = async (host: string) => (await ask({ headers: { host } })).status;
    expect(await statusOf('Sandbox.example')).toBe(200);
    expect(await statusOf('sandbox.example:1')).toBe(200);
    expect(await statusOf('gate.example:8443')).toBe(200);
    expect(await statusOf(`gate.example:${port}`)).toBe(421);
    expect(await statusOf(`a.sandbox.example:${port}`)).toBe(421);
    expect(await statusOf(`localhost:${port}`)).toBe(200);
  });

  it('may be any address of this machine where all of them are listened on, and no name', async () => {
    const { ask, port } = await open({ host: '0.0.0.0', allowRemote: true });
    const addresses = Object.values(networkInterfaces())
      .flatMap((one) => one ?? [])
      .filter(({ family }) => family === 'IPv4');
    for (const { address } of addresses) {
      expect(await ask({ address, headers: { host: `${address}:${port}` } }), address).toMatchObject({
        status: 200,
      });
    }
    expect((await ask({ headers: { host: `192.0.2.1:${port}` } })).status).toBe(421);
    expect((await ask({ headers: { host: `evil.example:${port}` } })).status).toBe(421);
  });

  it('must be there once', async () => {
    const { port } = await open();
    const send = async (head: string) => {
      const socket = connect({ host: '127.0.0.1', port });
      socket.write(head);
      return text(socket);
    };
    const host = `host: 127.0.0.1:${port}\r\n`;
    for (const hosts of ['', host + host, `${host}Host: evil.example\r\n`]) {
      const answer = await send(`GET /openapi.json HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('ERR_MALFORMED_REQUEST');
    }
    expect(await send('GET /openapi.json HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a web page', () => {
  it.each([
    ['of another site', 'https://evil.example', 'cross-site'],
    ['without an origin', 'null', 'cross-site'],
    ['on another port of this machine', 'http://127.0.0.1:1', 'same-site'],
    ['that claims to come over TLS', 'https', 'same-site'],
    ['without a port', 'http://localhost', 'same-site'],
  ])('%s is refused whatever it asks for', async (_what, origin, site) => {
    const { test, ask, port } = await open();
    const before = test.rows();
    const from = { origin: origin === 'https' ? `https://127.0.0.1:${port}` : origin };
    for (const headers of [from, { 'sec-fetch-site': site }, { ...from, 'sec-fetch-site': site }]) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE', 'PUT', 'HEAD']) {
        const answer = await ask({ method, path: '/api_keys', headers });
        expect(answer.status, `${method} ${JSON.stringify(headers)}`).toBe(403);
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
      expect(await ask({ path: '/openapi.json', headers })).toMatchObject({
        status: 403,
        code: 'ERR_CROSS_ORIGIN',
      });
    }
    expect(test.rows()).toEqual(before);
  });

  it('of the service itself may ask, and so may whoever types its address', async () => {
    const { ask, port } = await open();
    for (const name of ['127.0.0.1', 'localhost']) {
      const headers = {
        host: `${name}:${port}`,
        origin: `http://${name}:${port}`,
        'sec-fetch-site': 'same-origin',
      };
      const answer = await ask({ headers });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    expect((await ask({ path: '/openapi.json', headers: { 'sec-fetch-site': 'none' } })).status).toBe(200);
  });

  it('gets no answer to a preflight, wherever it comes from', async () => {
    const { ask, port } = await open();
    const preflight = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    for (const origin of ['https://evil.example', `http://127.0.0.1:${port}`]) {
      for (const path of ['/api_keys', '/openapi.json', '*', '/nothing']) {
        const answer = await ask({ method: 'OPTIONS', path, headers: { ...preflight, origin } });
        expect(answer.status, `${origin} ${path}`).toBeGreaterThanOrEqual(400);
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', undefined])(
    'cannot send what needs no preflight: a body as %s',
    async (type) => {
      const { ask } = await open();
      const answer = await ask({
        method: 'POST',
        path: '/api_keys',
        body: '{}',
        headers: { 'content-type': type ?? '' },
      });
      expect(answer).toMatchObject({ status: 415, code: 'ERR_UNSUPPORTED_MEDIA_TYPE' });
    },
  );
});
