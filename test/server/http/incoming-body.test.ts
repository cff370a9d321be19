import { request as httpRequest } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { adminApi } from '../../../src/server/admin-api/admin-api.ts';
import { createApp, type Middleware } from '../../../src/server/app/app.ts';
import { answerOperations } from '../../../src/server/app/operations.ts';
import { prepareFaults } from '../../../src/server/faults/inject-faults.ts';
import { listen } from '../../../src/server/http/http-listener.ts';
import { defaultLimits, type SocketLimits } from '../../../src/server/http/http-server.ts';
import { publicPages } from '../../../src/server/page/public-pages.ts';
import { type ObservedRequest, observe } from '../../../src/server/telemetry/observe.ts';
import { openConnection, readAll, readAnswers, statusesIn } from '../../harness/raw-connection.ts';
import { bytesOf } from '../../harness/reading-app.ts';
import { startService, type TestService } from '../../harness/test-service.ts';

/** The whole service behind a socket, with these faults, and what it observes of requests. */
async function start(faults: readonly string[] = [], limits: Partial<SocketLimits> = {}) {
  const test = await startService();
  const observed: ObservedRequest[] = [];
  const made = prepareFaults({ faults });
  const middlewares: Middleware[] = [
    observe([{ finish: (request) => observed.push(request) }], Date.now),
    publicPages(test.service),
    adminApi({ ...test.service, faults: made.faults }),
    ...made.middlewares,
  ];
  const { port, open } = await listenWith(
    (url) => createApp(url, middlewares, answerOperations(test.service)),
    limits,
  );
  const post = (...headers: string[]) => head(test, 'POST /api_keys HTTP/1.1', ...headers);
  const get = (...headers: string[]) => head(test, 'GET /api_keys?limit=1 HTTP/1.1', ...headers);
  const keys = async () => ((await test.get('/api_keys')).keys as unknown[]).length;
  return { test, observed, port, open, post, get, keys };
}

async function listenWith(appAt: Parameters<typeof listen>[0], limits: Partial<SocketLimits> = {}) {
  const listener = await listen(appAt, {
    host: '127.0.0.1',
    port: 0,
    limits: { ...defaultLimits, ...limits },
  });
  onTestFinished(() => listener.close());
  const port = Number(new URL(listener.url).port);
  return { port, open: (bytes = '') => openConnection(port, bytes) };
}

/** The head of a request that is right, but for the headers given, which take the place of those of the same name. */
function head({ admin }: TestService, line: string, ...more: string[]): string {
  const nameOf = (header: string) => header.split(':', 1)[0];
  const standard = [
    'host: 127.0.0.1',
    `authorization: Bearer ${admin.token}`,
    'service-version: 2',
    'content-type: application/json',
  ].filter((one) => !more.some((other) => nameOf(other) === nameOf(one)));
  // A name alone leaves the header out.
  return `${[line, ...standard, ...more.filter((one) => one.includes(':'))].join('\r\n')}\r\n\r\n`;
}

const errorsIn = (content: string) => [...content.matchAll(/"error_code":"(\w+)"/g)].map(([, code]) => code);
const longBody = 'content-length: 500000';

describe('before a byte of its body came, a request is refused', () => {
  it.each([
    ['without a key', 'POST /api_keys', ['authorization', longBody], 'ERR_MISSING_API_KEY'],
    [
      'with a malformed key',
      'POST /api_keys',
      ['authorization: Bearer x', longBody],
      'ERR_MALFORMED_API_KEY',
    ],
    [
      'with an unknown key',
      'POST /api_keys',
      [`authorization: Bearer ${'a'.repeat(27)}_${'b'.repeat(30)}`, longBody],
      'ERR_UNKNOWN_API_KEY',
    ],
    ['without a version', 'POST /api_keys', ['service-version', longBody], 'ERR_MISSING_VERSION'],
    ['with another version', 'POST /api_keys', ['service-version: 3', longBody], 'ERR_UNKNOWN_VERSION'],
    ['for a path that is not there', 'POST /nothing', [longBody], 'ERR_UNKNOWN_PATH'],
    ['with a method that is not offered', 'PUT /api_keys', [longBody], 'ERR_METHOD_NOT_ALLOWED'],
    ['with a query that is not known', 'POST /api_keys?a=b', [longBody], 'ERR_INVALID_QUERY'],
    ['with a body where there is none', 'GET /api_keys', [longBody], 'ERR_INVALID_JSON'],
    [
      'for a body that is no JSON',
      'POST /api_keys',
      ['content-type: text/plain', longBody],
      'ERR_UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'for a body that is packed',
      'POST /api_keys',
      ['content-encoding: gzip', longBody],
      'ERR_UNSUPPORTED_MEDIA_TYPE',
    ],
    ['for a body that is too long', 'POST /api_keys', ['content-length: 1048577'], 'ERR_BODY_TOO_LARGE'],
    [
      'for a body of 2^63 bytes',
      'POST /api_keys',
      ['content-length: 9223372036854775808'],
      'ERR_BODY_TOO_LARGE',
    ],
    [
      'for chunks without a key',
      'POST /api_keys',
      ['authorization', 'transfer-encoding: chunked'],
      'ERR_MISSING_API_KEY',
    ],
    [
      'of the admin API without a key',
      'POST /sandbox/v1/seeds',
      ['authorization', longBody],
      'ERR_MISSING_API_KEY',
    ],
    [
      'of the admin API that is too long',
      'POST /sandbox/v1/seeds',
      ['content-length: 1048577'],
      'ERR_BODY_TOO_LARGE',
    ],
    ['for a page', 'POST /openapi.json', [longBody], 'ERR_METHOD_NOT_ALLOWED'],
  ])('%s, and its connection ends', async (_what, line, headers, code) => {
    const { test, open } = await start();
    const content = await readAll(open(head(test, `${line} HTTP/1.1`, ...headers)));
    expect(errorsIn(content)).toEqual([code]);
    expect(content).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('by a fault, which answers in its place', async () => {
    const { open, post } = await start(['operation=api-keys.create,status=429']);
    expect(errorsIn(await readAll(open(post(longBody))))).toEqual(['ERR_RATE_LIMITED']);
  });
});

describe('a refusal', () => {
  it('of a short body leaves the connection for the next request', async () => {
    const { open, post, get } = await start();
    const socket = open(`${post('authorization', 'content-length: 100')}{"description":`);
    expect(errorsIn(await readAnswers(socket))).toEqual(['ERR_MISSING_API_KEY']);
    socket.write(`${' '.repeat(85)}${get('connection: close')}`);
    expect(statusesIn(await readAll(socket))).toEqual([200]);
  });

  it('arrives whole although the client goes on sending', async () => {
    const { port, test } = await start();
    const headers = { authorization: `Bearer ${test.admin.token}`, 'content-length': 6 * 2 ** 20 };
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest({ host: '127.0.0.1', port, method: 'POST', path: '/api_keys', headers });
      sent.on('response', (response) => resolve(response.resume().statusCode));
      sent.on('error', reject);
      // As clients do that look for an answer only when everything is sent.
      sent.end(Buffer.alloc(6 * 2 ** 20));
    });
    expect(status).toBe(400);
  });

  it('that ends the connection is the last thing that is done for it', async () => {
    const { open, post, keys } = await start();
    const before = await keys();
    for (const refused of [
      post('expect: miracles', 'content-length: 0'),
      post('transfer-encoding: gzip, chunked').concat('0\r\n\r\n'),
      post('host: a', 'host: b', 'content-length: 0'),
    ]) {
      const content = await readAll(open(`${refused}${`${post('content-length: 2')}{}`.repeat(3)}`));
      expect(statusesIn(content)).toHaveLength(1);
    }
    expect(await keys()).toBe(before);
  });
});

describe('a body in chunks', () => {
  const chunked = 'transfer-encoding: chunked';
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;

  it('is cut at the limit, with 413 at once', async () => {
    const { open, post } = await start();
    // One byte above, and no end.
    const content = await readAll(open(`${post(chunked)}${chunk.repeat(16)}1\r\n \r\n`));
    expect(errorsIn(content)).toEqual(['ERR_BODY_TOO_LARGE']);
    expect(content).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('may be as long as the limit', async () => {
    const { open, post } = await start();
    const content = await readAnswers(
      open(`${post(chunked)}${chunk.repeat(15)}fffe\r\n${' '.repeat(0xfffe)}\r\n2\r\n{}\r\n0\r\n\r\n`),
    );
    expect(statusesIn(content)).toEqual([201]);
  });

  it('may be none where the operation takes none', async () => {
    const { open, test } = await start();
    const get = head(test, 'GET /api_keys HTTP/1.1', chunked, 'connection: close');
    expect(statusesIn(await readAll(open(`${get}0\r\n\r\n`)))).toEqual([200]);
    expect(errorsIn(await readAll(open(`${get}2\r\n{}\r\n0\r\n\r\n`)))).toEqual(['ERR_INVALID_JSON']);
  });

  it('that stops being chunks is refused, which the log shows', async () => {
    const { open, post, observed } = await start();
    const socket = open(`${post(chunked)}2\r\n{`);
    await new Promise((resolve) => setImmediate(resolve));
    socket.write('}nonsense');
    const content = await readAll(socket);
    expect(statusesIn(content)).toEqual([400]);
    expect(errorsIn(content)).toEqual(['ERR_MALFORMED_REQUEST']);
    expect(observed).toMatchObject([{ operation: 'api-keys.create', status: 400, failure: undefined }]);
  });
});

describe('a body that breaks off', () => {
  it('is noted as what it is, and nothing is stored', async () => {
    const { open, post, observed, keys, test } = await start();
    const before = await keys();
    const socket = open(`${post('content-length: 100')}{"description": "a`);
    // The request is under way once another one on another connection has its answer.
    await readAnswers(open(post('authorization', 'content-length: 0')));
    socket.destroy();
    await expect.poll(() => observed.length).toBe(2);
    expect(observed[1]).toMatchObject({ errorCode: 'ERR_MALFORMED_REQUEST', failure: undefined });
    expect(await keys()).toBe(before);
    expect(test.failures).toEqual([]);
  });

  it('by the client ending its side is told so', async () => {
    const { open, post } = await start();
    const socket = open(`${post('content-length: 100')}{"description": "a`);
    socket.end();
    const content = await readAll(socket);
    expect(errorsIn(content)).toEqual(['ERR_MALFORMED_REQUEST']);
  });
});

describe('a key that is deleted while the body arrives', () => {
  it('has ended', async () => {
    const { open, post, test, keys } = await start();
    const other = await test.create('/api_keys');
    const socket = open(
      `${post(`authorization: Bearer ${other.token}`, 'expect: 100-continue', 'content-length: 2')}`,
    );
    // The key was found right.
    expect(statusesIn(await readAnswers(socket))).toEqual([100]);
    await test.call('DELETE', `/api_keys/${other.id}`);
    const before = await keys();
    socket.write('{}');
    expect(errorsIn(await readAnswers(socket))).toEqual(['ERR_DELETED_API_KEY']);
    expect(await keys()).toBe(before);
  });
});

describe('Expect', () => {
  const expects = 'expect: 100-continue';

  it('100-continue is answered once the body is asked for, and the connection stays', async () => {
    const { open, post, get } = await start();
    const socket = open(post(expects, 'content-length: 2'));
    expect(await readAnswers(socket)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(`{}${get('connection: close')}`);
    expect(statusesIn(await readAll(socket))).toEqual([201, 200]);
  });

  it.each([
    ['without a key', ['authorization'], 401],
    ['too long', ['content-length: 2000000'], 413],
    ['of another type', ['content-type: text/plain'], 415],
    ['short and without a key', ['authorization', 'content-length: 2'], 401],
  ])('100-continue is not answered for a body %s', async (_what, headers, status) => {
    const { open, post } = await start();
    const length = headers.some((one) => one.startsWith('content-length')) ? [] : [longBody];
    const content = await readAll(open(post(expects, ...headers, ...length)));
    expect(statusesIn(content)).toEqual([status]);
    expect(content).toMatch(/\r\nconnection: close\r\n/i);
  });

  it.each(['100-continue, x', 'x', '200-ok', 'x, 100-continue', '100-continued'])(
    '%s is refused',
    async (expectation) => {
      const { open, post } = await start();
      const content = await readAll(open(`${post(`expect: ${expectation}`, 'content-length: 2')}{}`));
      expect(statusesIn(content)).toEqual([417]);
      expect(errorsIn(content)).toEqual(['ERR_EXPECTATION_FAILED']);
    },
  );

  it('means nothing in HTTP/1.0', async () => {
    const { open, test } = await start();
    for (const expectation of ['100-continue', 'x']) {
      const request = head(test, 'POST /api_keys HTTP/1.0', `expect: ${expectation}`, 'content-length: 2');
      expect(statusesIn(await readAll(open(`${request}{}`)))).toEqual([201]);
    }
  });
});

describe('while the service is slow by itself', () => {
  it('the body that it does not ask for yet is not late', async () => {
    let ask = () => {};
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const ok = { status: 200, headers: {} };
    const { port, open } = await listenWith(
      () => async (request) => {
        if (request.target !== '/slow') return { ...ok, body: '' };
        await asked;
        return { ...ok, body: String((await bytesOf(request)).length) };
      },
      // Time for a body starts when it is asked for.
      { headerMs: 100, requestMs: 1000 },
    );
    const sent = fetch(`http://127.0.0.1:${port}/slow`, { method: 'POST', body: 'a'.repeat(2 ** 20) });
    // By the same limits, somebody else's headers are late meanwhile, again and again.
    for (let i = 0; i < 10; i++) await readAll(open('GET / HTTP/1.1\r\nhost:'));
    ask();
    expect(await (await sent).text()).toBe(String(2 ** 20));
  });
});
