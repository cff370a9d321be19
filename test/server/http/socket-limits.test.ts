import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HttpResponse } from '../../../src/contract/http/message.ts';
import type { App } from '../../../src/server/app/app.ts';
import { prepareExposure } from '../../../src/server/http/exposure.ts';
import { listen } from '../../../src/server/http/http-listener.ts';
import { defaultLimits, type SocketLimits } from '../../../src/server/http/http-server.ts';
import { openConnection, readAll, readAnswers } from '../../harness/raw-connection.ts';
import { readingApp } from '../../harness/reading-app.ts';

/** Limits of time that no machine is too busy to keep, for what is not about them. */
const patient = { headerMs: 600_000, requestMs: 600_000, idleMs: 600_000 };

/** More than the kernel keeps for a connection that nobody reads: 4 MiB where it is sent, 6 MiB where it arrives. */
const moreThanBuffered = 12 * 1024 * 1024;

const ok: HttpResponse = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };

async function start(limits: Partial<SocketLimits> = {}, app: App = readingApp()) {
  const listener = await listen(() => app, {
    host: '127.0.0.1',
    port: 0,
    limits: { ...defaultLimits, ...limits },
  });
  onTestFinished(() => listener.close());
  const port = Number(new URL(listener.url).port);
  return { port, open: (bytes = '') => openConnection(port, bytes) };
}

const head = (line: string, ...headers: string[]) => `${[line, 'host: a', ...headers].join('\r\n')}\r\n\r\n`;
const get = head('GET / HTTP/1.1');

/** Writes the same again and again, until the other side says something. */
function drip(socket: Socket, bytes: string): void {
  const timer = setInterval(() => socket.write(bytes), 20);
  for (const event of ['data', 'close']) socket.once(event, () => clearInterval(timer));
}

/** Something that happens again and again, to be waited for. */
function events() {
  const emitter = new EventEmitter();
  let count = 0;
  return {
    get count() {
      return count;
    },
    happen() {
      count += 1;
      emitter.emit('event');
    },
    /** Until it happened so often. */
    async times(wanted: number) {
      while (count < wanted) await once(emitter, 'event');
    },
  };
}

/** The last answer in what came, which must be an error of ours. */
function errorIn(content: string): { status: number; code: string; msg: string; headers: string } {
  const last = content.slice(content.lastIndexOf('HTTP/1.1 '));
  const [headers = '', body = ''] = last.split('\r\n\r\n');
  const error = JSON.parse(body) as {
    status_code: number;
    error_code: string;
    msg: string;
    details: { operation_id: string };
  };
  expect(headers).toMatch(/\r\ncontent-type: application\/json/i);
  expect(headers.toLowerCase()).toContain(`\r\noperation-id: ${error.details.operation_id}`.toLowerCase());
  expect(headers).toMatch(/\r\nconnection: close/i);
  expect(headers).toContain(`HTTP/1.1 ${error.status_code} `);
  expect(Number(/content-length: (\d+)/i.exec(headers)?.[1])).toBe(Buffer.byteLength(body));
  return { status: error.status_code, code: error.error_code, msg: error.msg, headers };
}

describe('what is not HTTP', () => {
  it.each([
    ['hello', 'hello\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nhost: a\r\nnonsense\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nhost: a\r\nx: 1\r\n 2: 3\r\n : 4\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}',
    ],
    ['a chunk of no size', 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nx\r\n'],
    ['a bare line feed in a header', 'GET / HTTP/1.1\r\nhost: a\r\nx: a\n\rb\r\n\r\n'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nhost: a\r\nx: a\u0000b\r\n\r\n'],
    ['another version', 'GET / HTTP/3.0\r\nhost: a\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a wish for a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n'],
  ])('is told so in our words: %s', async (_what, bytes) => {
    const { open } = await start();
    const socket = open(bytes);
    const error = errorIn(await readAnswers(socket));
    socket.end();
    expect(error).toMatchObject({ status: 400, code: 'ERR_MALFORMED_REQUEST' });
    expect(errorIn(await readAnswers(open(bytes))).msg).not.toMatch(/[A-Z]{2,}_|node|HPE/);
  });

  it('does not take the place of an answer that is still due', async () => {
    let finish = () => {};
    const { open } = await start({}, () => new Promise((resolve) => (finish = () => resolve(ok))));
    const socket = open(`${get}garbage\r\n\r\n`);
    const all = readAll(socket);
    await expect.poll(() => finish.toString()).not.toBe('() => {}');
    finish();
    const content = await all;
    expect([...content.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '400']);
    expect(errorIn(content).code).toBe('ERR_MALFORMED_REQUEST');
  });
});

describe('headers', () => {
  it('may be so long and no longer', async () => {
    const { open } = await start({ maxHeaderBytes: 2048 });
    expect(await readAnswers(open(head('GET / HTTP/1.1', `x: ${'a'.repeat(1500)}`)))).toContain(' 200 ');
    for (const request of [
      head('GET / HTTP/1.1', `x: ${'a'.repeat(3000)}`),
      head(`GET /${'a'.repeat(3000)} HTTP/1.1`),
      head('GET / HTTP/1.1', ...Array.from({ length: 90 }, (_, i) => `x-${i}: ${'a'.repeat(30)}`)),
    ]) {
      expect(errorIn(await readAll(open(request)))).toMatchObject({
        status: 431,
        code: 'ERR_HEADERS_TOO_LARGE',
      });
    }
  });

  it('may be so many and no more', async () => {
    const { open } = await start({ maxHeaderCount: 10 });
    const many = (count: number) =>
      head('GET / HTTP/1.1', ...Array.from({ length: count - 1 }, (_, i) => `x-${i}: 1`));
    expect(await readAnswers(open(many(10)))).toContain(' 200 ');
    for (const count of [11, 12, 200]) {
      const error = errorIn(await readAll(open(many(count))));
      expect(error).toMatchObject({ status: 431, msg: 'the request has more than 10 headers' });
    }
  });
});

describe('time', () => {
  it('for the headers runs out', async () => {
    const { open } = await start({ headerMs: 200 });
    const slow = open('GET / HTTP/1.1\r\nhost: a\r\n');
    drip(slow, 'x: a\r\n');
    expect(errorIn(await readAll(slow))).toMatchObject({ status: 408, code: 'ERR_REQUEST_TIMEOUT' });
  });

  it('for the headers of a later request runs out too', async () => {
    const { open } = await start({ headerMs: 200 });
    const socket = open(`${get}GET / HTTP/1.1\r\nhost:`);
    expect(errorIn(await readAll(socket)).status).toBe(408);
  });

  it('for the body runs out', async () => {
    const { open } = await start({ headerMs: 200, requestMs: 300 });
    const slow = open(head('POST / HTTP/1.1', 'content-length: 1000'));
    drip(slow, ' ');
    expect(errorIn(await readAll(slow)).code).toBe('ERR_REQUEST_TIMEOUT');
  });

  it('for saying anything at all runs out, without a word', async () => {
    const { open } = await start({ headerMs: 200 });
    expect(await readAll(open())).toBe('');
  });

  it('between two requests runs out', async () => {
    const { open } = await start({ idleMs: 200 });
    expect(await readAll(open(get))).toContain(' 200 ');
  });

  it('for reading an answer runs out, but not for who reads on', async () => {
    // The service's watch over who reads goes by a clock that stands unless the test moves it.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const big: HttpResponse = { ...ok, body: 'a'.repeat(moreThanBuffered) };
    const asked = events();
    const { open } = await start(patient, async () => {
      asked.happen();
      return big;
    });
    const stuck = open(get);
    stuck.pause();
    await asked.times(1);
    const reading = open(get);
    const read = events();
    let length = 0;
    reading.on('data', (data) => {
      length += data.length;
      // Its head comes on top.
      while (length > (read.count + 1) * big.body.length) read.happen();
    });
    await asked.times(2);
    vi.advanceTimersByTime(patient.requestMs / 2);
    await read.times(1);
    // Longer than it may take since the last look, for the one that did not read on.
    vi.advanceTimersByTime(patient.requestMs);
    await new Promise<void>((resolve) => {
      stuck.on('close', () => resolve());
      // Who does not read learns of the end when writing; an empty line before a request means nothing.
      const knock = () => {
        if (!stuck.destroyed) stuck.write('\r\n', () => setImmediate(knock));
      };
      knock();
    });
    expect(stuck.bytesRead).toBeLessThan(big.body.length);
    expect(reading.destroyed).toBe(false);
    reading.write(get);
    await read.times(2);
  });
});

describe('connections', () => {
  it('beyond the limit take the place of the one that says nothing for longest', async () => {
    const { open } = await start({ ...patient, maxConnections: 3 });
    const [first, second, third] = [open(), open(get), open('GET / HT')];
    await readAnswers(second as Socket);
    const fourth = open(get);
    expect(await readAnswers(fourth)).toContain(' 200 ');
    expect(await readAll(first as Socket)).toBe('');
    expect(second?.closed).toBe(false);
    expect(third?.closed).toBe(false);
  });

  it('that are busy keep their place, and one more is told to come again', async () => {
    const waiting: (() => void)[] = [];
    const { open } = await start(
      { ...patient, maxConnections: 2 },
      () => new Promise((resolve) => waiting.push(() => resolve(ok))),
    );
    const busy = [open(get), open(get)];
    const answers = Promise.all(busy.map((socket) => readAnswers(socket)));
    await expect.poll(() => waiting.length).toBe(2);
    const third = errorIn(await readAll(open(get)));
    expect(third).toMatchObject({ status: 503, code: 'ERR_TOO_MANY_CONNECTIONS' });
    expect(third.headers).toMatch(/\r\nretry-after: 1/i);
    for (const finish of waiting) finish();
    for (const answer of await answers) expect(answer).toContain(' 200 ');
    const after = open(get);
    await expect.poll(() => waiting.length).toBe(3);
    waiting[2]?.();
    expect(await readAnswers(after)).toContain(' 200 ');
  });

  it('that pipeline and read get every answer, in order', async () => {
    const { open } = await start(patient, async ({ target }) => ({ ...ok, body: target }));
    // Ten times as many as may wait.
    const count = 1000;
    const targets = Array.from({ length: count }, (_, i) => `/${i}`);
    const requests = targets.map((target) => head(`GET ${target} HTTP/1.1`));
    const content = await readAll(
      open(`${requests.join('')}${head('GET /end HTTP/1.1', 'connection: close')}`),
    );
    const bodies = [...content.matchAll(/\r\n\r\n(\/\d+|\/end)/g)].map(([, body]) => body);
    expect(bodies).toEqual([...targets, '/end']);
  });

  it('that pipeline and never read take no more than their share', async () => {
    let answered = 0;
    const { open } = await start(patient, async ({ target }) => {
      if (target === '/') return ok;
      answered += 1;
      return { ...ok, body: 'a'.repeat(1024 * 1024) };
    });
    const greedy = open();
    greedy.pause();
    const flood = head('GET /much HTTP/1.1').repeat(500);
    const feed = () => {
      while (!greedy.destroyed && greedy.write(flood));
      greedy.once('drain', feed);
    };
    feed();
    // It stands still when others come and go without a further answer to it. Each answer that nobody reads waits in memory.
    for (let before = -1; before < answered; ) {
      before = answered;
      for (let i = 0; i < 10; i++) {
        const other = open(get);
        expect(await readAnswers(other)).toContain(' 200 ');
        other.destroy();
      }
      expect(answered).toBeLessThan(50);
    }
    expect(answered).toBeGreaterThan(0);
    expect(greedy.destroyed).toBe(false);
  });
});

describe('bodies', () => {
  it('may be kept shorter than the API allows', async () => {
    const expose = await prepareExposure({ host: '127.0.0.1', port: 0, limits: { maxBodyBytes: 1024 } });
    const listener = await expose((_url, guards) => readingApp(guards));
    onTestFinished(listener.close);
    const post = (length: number) => fetch(listener.url, { method: 'POST', body: 'a'.repeat(length) });
    expect(await (await post(1024)).text()).toBe('1024');
    for (const length of [1025, 100_000, 2_000_000]) {
      const answer = await post(length);
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({
        error_code: 'ERR_BODY_TOO_LARGE',
        msg: 'the body is larger than 1024 bytes, the limit of this service',
      });
    }
  });
});

describe('limits of time', () => {
  it('go together, whichever of them is given', async () => {
    const prepare = (limits: Partial<SocketLimits>) =>
      prepareExposure({ host: '127.0.0.1', port: 0, limits });
    await expect(prepare({ requestMs: 1000 })).resolves.toBeDefined();
    await expect(prepare({ headerMs: 60_000 })).resolves.toBeDefined();
    await expect(prepare({ headerMs: 2000, requestMs: 1000 })).rejects.toThrow(
      '--header-timeout is part of --request-timeout',
    );
  });
});
