import { Agent, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HttpResponse } from '../../../src/contract/http/message.ts';
import type { App } from '../../../src/server/app/app.ts';
import { type Listener, listen } from '../../../src/server/http/http-listener.ts';
import { defaultLimits } from '../../../src/server/http/http-server.ts';
import { openConnection as open, readAll, readAnswers, statusesIn } from '../../harness/raw-connection.ts';
import { readingApp } from '../../harness/reading-app.ts';
import { type Caller, type Json, startService } from '../../harness/test-service.ts';

/** The whole service behind a socket on this machine. */
async function startListening() {
  const test = await startService();
  const listener = await listen(() => test.app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => listener.close());
  return { test, listener, port: portOf(listener) };
}

/** A socket in front of answers that the test gives; connections that nothing happens on are kept for an hour. */
async function startAnswering(app: App) {
  const limits = { ...defaultLimits, idleMs: 3_600_000 };
  const listener = await listen(() => app, { host: '127.0.0.1', port: 0, limits });
  onTestFinished(() => listener.close());
  return { listener, port: portOf(listener) };
}

const portOf = ({ url }: Listener) => Number(new URL(url).port);
const ok: HttpResponse = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };

const headersOf = ({ token }: Caller) => ({
  authorization: `Bearer ${token}`,
  'service-version': '2',
  'content-type': 'application/json',
});

/** The lines of a request's head, as they go over the wire. */
function head(request: string, caller: Caller, ...more: string[]): string {
  const headers = Object.entries(headersOf(caller)).map(([name, value]) => `${name}: ${value}`);
  return `${[request, 'host: 127.0.0.1', ...headers, ...more].join('\r\n')}\r\n\r\n`;
}

interface Answered {
  status: number;
  headers: Record<string, unknown>;
  body: Json;
}

function send(
  port: number,
  options: {
    method?: string;
    path: string;
    headers: Record<string, string>;
    body?: (string | Buffer)[];
    agent?: Agent;
  },
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', path, headers, body = [], agent } = options;
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, ...(agent && { agent }) });
    request.on('error', reject);
    request.on('response', async (response) => {
      const content = await text(response);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: content === '' ? {} : JSON.parse(content),
      });
    });
    for (const chunk of body) request.write(chunk);
    request.end();
  });
}

describe('the service behind a socket', () => {
  it('says where it is, with the port that it got', async () => {
    const { listener } = await startListening();
    expect(listener.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    const six = await listen(() => async () => ok, { host: '::1', port: 0 });
    onTestFinished(() => six.close());
    expect(six.url).toMatch(/^http:\/\/\[::1\]:[1-9]\d*$/);
  });

  it('does not start on an address that is taken', async () => {
    const { port } = await startListening();
    await expect(listen(() => async () => ok, { host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('answers with the body, its length in bytes and its type', async () => {
    const { test, port } = await startListening();
    const description = 'für 😀';
    const headers = headersOf(test.admin);
    const made = await send(port, {
      method: 'POST',
      path: '/api_keys',
      headers,
      body: [JSON.stringify({ description })],
    });
    expect(made).toMatchObject({ status: 201, body: { description } });
    const got = await send(port, { path: `/api_keys/${made.body.id}`, headers });
    expect(got.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(JSON.stringify(got.body))),
      'operation-id': expect.stringMatching(/^op_/),
    });
    expect(got.body).toMatchObject({ description, uri: `http://127.0.0.1:${port}/api_keys/${made.body.id}` });
    const deleted = await send(port, { method: 'DELETE', path: `/api_keys/${made.body.id}`, headers });
    expect(deleted).toMatchObject({ status: 204, body: {} });
    expect(deleted.headers).not.toHaveProperty('content-length');
    expect(deleted.headers).not.toHaveProperty('content-type');
  });

  it('sends a long answer whole, wherever it is cut, and goes on with the next request', async () => {
    // Characters of two units, so that pieces of even and of odd length end within one.
    const body = `a${'😀'.repeat(700_000)}`;
    const { port } = await startAnswering(async ({ target }) => ({
      ...ok,
      body: target === '/' ? '{}' : body,
    }));
    const answer = await fetch(`http://127.0.0.1:${port}/long`);
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
    expect((await answer.text()) === body).toBe(true);
    const socket = open(
      port,
      'GET /long HTTP/1.1\r\nhost: a\r\n\r\nGET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
    );
    const content = await readAll(socket);
    expect(statusesIn(content)).toEqual([200, 200]);
    expect(content.endsWith('\r\n\r\n{}')).toBe(true);
  });

  it('is done with a long answer whose client goes away in the middle', async () => {
    const body = 'a'.repeat(20_000_000);
    const { port, listener } = await startAnswering(async () => ({ ...ok, body }));
    const socket = open(port, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await listener.close();
  });

  it('reads a body that comes in chunks, split anywhere', async () => {
    const { test, port } = await startListening();
    const bytes = Buffer.from('{"description": "für 😀"}');
    const chunks = Array.from(bytes, (byte) => Buffer.from([byte]));
    const answer = await send(port, {
      method: 'POST',
      path: '/api_keys',
      headers: headersOf(test.admin),
      body: chunks,
    });
    expect(answer).toMatchObject({ status: 201, body: { description: 'für 😀' } });
  });

  it.each(['content-length', 'chunks'])(
    'lets the client see that 2 MiB are too much, sent by %s',
    async (how) => {
      const { test, port } = await startListening();
      const body = Buffer.alloc(2 * 2 ** 20, ' ');
      const headers = {
        ...headersOf(test.admin),
        ...(how === 'content-length' && { 'content-length': String(body.length) }),
      };
      const answer = await send(port, { method: 'POST', path: '/api_keys', headers, body: [body] });
      expect(answer).toMatchObject({ status: 413, body: { error_code: 'ERR_BODY_TOO_LARGE' } });
      expect((await send(port, { path: '/api_keys', headers: headersOf(test.admin) })).status).toBe(200);
    },
  );

  it('cuts off who sends without end', async () => {
    const { test, port } = await startListening();
    const socket = open(port);
    socket.write(head('POST /api_keys HTTP/1.1', test.admin, 'transfer-encoding: chunked'));
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const ended = readAll(socket);
    const feed = () => {
      while (!socket.destroyed && socket.write(chunk));
      if (!socket.destroyed) socket.once('drain', feed);
    };
    feed();
    await ended;
    expect((await send(port, { path: '/api_keys', headers: headersOf(test.admin) })).status).toBe(200);
  });

  it('answers requests that come in one go, in their order', async () => {
    const { test, port } = await startListening();
    const socket = open(port);
    const body = '{"description": "second"}';
    socket.write(
      head('GET /nothing HTTP/1.1', test.admin) +
        head('POST /api_keys HTTP/1.1', test.admin, `content-length: ${body.length}`) +
        body +
        head('GET /api_keys?limit=0 HTTP/1.1', test.admin) +
        head('GET /api_keys?limit=1 HTTP/1.1', test.admin, 'connection: close'),
    );
    const content = await readAll(socket);
    expect(statusesIn(content)).toEqual([404, 201, 400, 200]);
    expect(content).toContain('"description":"second"');
  });

  it('keeps a connection for the next request', async () => {
    const { test, port } = await startListening();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const sockets = new Set<number | undefined>();
    agent.on('free', (socket: Socket) => sockets.add(socket.localPort));
    for (const path of ['/api_keys', '/nothing', '/endpoints']) {
      await send(port, { path, headers: headersOf(test.admin), agent });
    }
    expect(sockets.size).toBe(1);
  });

  it('answers HEAD without a body', async () => {
    const { test, port } = await startListening();
    const socket = open(port);
    socket.write(head('HEAD /api_keys HTTP/1.1', test.admin, 'connection: close'));
    const content = await readAll(socket);
    expect(statusesIn(content)).toEqual([405]);
    expect(content).toMatch(/\r\nallow: POST, GET\r\n|\r\nallow: GET, POST\r\n/i);
    expect(content).toMatch(/\r\n\r\n$/);
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['another protocol', '\u0016\u0003\u0001\u0002\u0000\u0001'],
    ['a request without a host', 'GET /api_keys HTTP/1.1\r\n\r\n'],
    ['a header without a colon', 'GET /api_keys HTTP/1.1\r\nhost: a\r\nnonsense\r\n\r\n'],
    ['two lengths', 'POST /api_keys HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}'],
    [
      'a length and chunks',
      'POST /api_keys HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}',
    ],
    ['a length that is no number', 'POST /api_keys HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n{}'],
    ['a target with a space', 'GET /api keys HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['a header of 100 KB', `GET /api_keys HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`],
  ])('refuses %s and goes on', async (_what, bytes) => {
    const { test, port } = await startListening();
    const socket = open(port);
    socket.write(bytes, 'latin1');
    const content = await readAll(socket);
    expect(content).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(content).not.toMatch(/node_modules|\.ts|\.js/);
    expect((await send(port, { path: '/api_keys', headers: headersOf(test.admin) })).status).toBe(200);
    expect(test.failures).toEqual([]);
  });

  it.each([
    '*',
    '//',
    '/%',
    '/%2e%2e',
    '/api_keys/%00',
    'http://127.0.0.1/nothing',
    '/../api_keys',
    '/api_keys#x',
  ])('answers the target %s as one that is not there', async (target) => {
    const { test, port } = await startListening();
    const socket = open(port);
    socket.write(head(`GET ${target} HTTP/1.1`, test.admin, 'connection: close'));
    expect(statusesIn(await readAll(socket))).toEqual([404]);
  });

  it('takes the first of several keys, and refuses several versions', async () => {
    const { test, port } = await startListening();
    const twoKeys = open(port);
    twoKeys.write(head('GET /api_keys HTTP/1.1', test.admin, 'authorization: Bearer x', 'connection: close'));
    expect(statusesIn(await readAll(twoKeys))).toEqual([200]);
    const twoVersions = open(port);
    twoVersions.write(head('GET /api_keys HTTP/1.1', test.admin, 'service-version: 2', 'connection: close'));
    expect(await readAll(twoVersions)).toContain('ERR_UNKNOWN_VERSION');
  });

  it('stores nothing of a request whose body breaks off', async () => {
    const { test, port } = await startListening();
    const before = test.rows();
    const socket = open(port);
    socket.write(`${head('POST /api_keys HTTP/1.1', test.admin, 'content-length: 100')}{"description": "a`);
    await send(port, { path: '/api_keys', headers: headersOf(test.admin) });
    socket.destroy();
    await send(port, { path: '/api_keys', headers: headersOf(test.admin) });
    expect(test.rows()).toEqual(before);
    expect(test.failures).toEqual([]);
  });

  it('carries on for others while connections stay half open', async () => {
    const { test, port } = await startListening();
    const slow = Array.from({ length: 20 }, () => open(port));
    for (const [i, socket] of slow.entries()) {
      socket.write(
        i % 2 === 0
          ? 'GET /api_keys HTTP/1.1\r\nhost:'
          : `${head('POST /api_keys HTTP/1.1', test.admin, 'content-length: 100')}{`,
      );
    }
    const headers = headersOf(test.admin);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        send(port, { method: 'POST', path: '/api_keys', headers, body: ['{}'] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
  });
});

describe('closing', () => {
  // What waits for a moment to pass waits for the test.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return () => vi.useRealTimers();
  });

  it('finishes what is under way, and takes nothing new', async () => {
    let finish = (_response: HttpResponse) => {};
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const { listener, port } = await startAnswering(() => {
      begin();
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const underWay = send(port, { path: '/', headers: {}, agent });
    await begun;
    const closed = listener.close();
    await expect(send(port, { path: '/', headers: {} })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    finish(ok);
    expect(await underWay).toMatchObject({ status: 200 });
    // Without waiting for the client to give up a connection that it would like to keep.
    await closed;
  });

  it('does not wait for connections that nothing happens on', async () => {
    const { listener, port } = await startAnswering(async () => ok);
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    await send(port, { path: '/', headers: {}, agent });
    const silent = open(port);
    const answered = open(port);
    answered.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await readAnswers(answered, 1);
    await listener.close();
    silent.destroy();
  });

  it('does not wait for who never sends the rest of a head', async () => {
    const { listener, port } = await startAnswering(async () => ok);
    const stuck = open(port);
    stuck.write('GET / HTTP/1.1\r\nhost:');
    await send(port, { path: '/', headers: {} });
    await listener.close();
  });

  it('waits two seconds for who never sends the rest of a body', async () => {
    const { listener, port } = await startAnswering(readingApp());
    const stuck = open(port);
    stuck.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{');
    await send(port, { path: '/', headers: {} });
    const closing = listener.close();
    let isClosed = false;
    closing.then(() => {
      isClosed = true;
    });
    vi.advanceTimersByTime(1_999);
    // Nobody else is let in meanwhile.
    await expect(send(port, { path: '/', headers: {} })).rejects.toThrow();
    expect(isClosed).toBe(false);
    vi.advanceTimersByTime(1);
    await closing;
  });
});
