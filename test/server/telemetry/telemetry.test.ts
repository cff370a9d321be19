import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type LogFormat, type LogLevel, requestLog, serve } from '../../../src/hosting/serve.ts';
import { adminApi } from '../../../src/server/admin-api/admin-api.ts';
import { createApp, type Handler } from '../../../src/server/app/app.ts';
import { answeringErrors } from '../../../src/server/app/error-response.ts';
import { answerOperations } from '../../../src/server/app/operations.ts';
import { publicPages } from '../../../src/server/page/public-pages.ts';
import { type Observer, observe, redactPath } from '../../../src/server/telemetry/observe.ts';
import { Telemetry } from '../../../src/server/telemetry/telemetry.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';
import { type Json, startOfTest, startService, type TestService } from '../../harness/test-service.ts';
import { readExposition } from './prometheus.ts';

/** A service whose requests are observed, and what sends them. */
async function startObserved(observers: Observer[] = []) {
  const test = await startService();
  const telemetry = new Telemetry(test.file, observers);
  telemetry.watch(test.service.store);
  const options = { ...test.service, telemetry };
  const middlewares = [telemetry.middleware, publicPages(options), adminApi(options)];
  const app = createApp('http://api.test', middlewares, answerOperations(test.service));
  const send = (method: string, target: string, headers: Record<string, string> = {}) =>
    app({ method, target, headers: { ...headersOf(test), ...headers } });
  const getJson = async (target: string) => JSON.parse((await send('GET', target)).body) as Json;
  return { test, telemetry, send, getJson };
}

const headersOf = ({ admin }: TestService) => ({
  host: 'api.test',
  authorization: `Bearer ${admin.token}`,
  'service-version': '2',
});

/** What the log says of some requests; times of day and durations as patterns. */
async function logOf(
  level: LogLevel,
  format: LogFormat,
  run: (
    send: (method: string, target: string, headers?: Record<string, string>) => Promise<unknown>,
  ) => unknown,
) {
  const entries: string[] = [];
  const { test, send } = await startObserved([
    requestLog({ level, format, write: (entry) => entries.push(entry) }),
  ]);
  await run(send);
  const shorten = (entry: string) =>
    entry
      .replace(/\d\d:\d\d:\d\d\.\d{3}Z/, 'TIME')
      .replace(/ +\d+\.\d ms/, ' N ms')
      .replace(/op_\w{27}/, 'op_ID')
      .replace(test.admin.id, 'usr_ID');
  return entries.map(shorten);
}

describe('the request log', () => {
  it('has a line for each request: what, how it ended, how long it took, who', async () => {
    const lines = await logOf('info', 'text', async (send) => {
      await send('GET', '/endpoints?limit=1');
      await send('GET', '/endpoints/ep_nope');
      await send('DELETE', '/endpoints', { authorization: 'Bearer nonsense' });
      await send('GET', '/api_keys', { authorization: 'Bearer nonsense' });
      await send('GET', '/nowhere');
    });
    expect(lines).toEqual([
      'TIME info  200 N ms  GET     /endpoints  endpoints.list  usr_ID  op_ID',
      'TIME info  404 N ms  GET     /endpoints/ep_nope  endpoints.get  ERR_NOT_FOUND  usr_ID  op_ID',
      'TIME info  405 N ms  DELETE  /endpoints  ERR_METHOD_NOT_ALLOWED  op_ID',
      'TIME warn  401 N ms  GET     /api_keys  api-keys.list  ERR_MALFORMED_API_KEY  op_ID',
      'TIME info  404 N ms  GET     /nowhere  ERR_UNKNOWN_PATH  op_ID',
    ]);
  });

  it('as JSON has the same for programs', async () => {
    const entries: string[] = [];
    const write = (entry: string) => entries.push(entry);
    const { test, send } = await startObserved([requestLog({ level: 'info', format: 'json', write })]);
    const { headers } = await send('GET', '/endpoints/ep_nope?x=1');
    expect(entries.map((entry) => JSON.parse(entry))).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        level: 'info',
        operation_id: headers['operation-id'],
        operation: 'endpoints.get',
        method: 'GET',
        path: '/endpoints/ep_nope',
        route: '/endpoints/{id}',
        status: 400,
        error_code: 'ERR_INVALID_QUERY',
        duration_ms: expect.any(Number),
        caller_id: test.admin.id,
        api_key_id: test.admin.keyId,
      },
    ]);
  });

  it.each<[LogLevel, number[]]>([
    ['debug', [200, 200, 200, 401]],
    ['info', [200, 401]],
    ['warn', [401]],
    ['error', []],
    ['off', []],
  ])('at the level %s tells of %j', async (level, statuses) => {
    const lines = await logOf(level, 'json', async (send) => {
      await send('GET', '/healthz');
      await send('GET', '/endpoints', { 'sec-fetch-site': 'same-origin' });
      await send('GET', '/endpoints');
      await send('GET', '/endpoints', { authorization: '' });
    });
    expect(lines.map((line) => JSON.parse(line).status)).toEqual(statuses);
  });

  it('names the operation of what something in front of the service answered, and what was done to the answer', async () => {
    const entries: string[] = [];
    const log = requestLog({ level: 'info', format: 'text', write: (entry) => entries.push(entry) });
    const dropping: Handler = async () => ({ status: 201, headers: {}, body: '', injectedFault: 'drop' });
    const app = createApp('http://api.test', [observe([log], () => startOfTest)], dropping);
    await app({ method: 'POST', target: '/endpoints', headers: {} });
    expect(entries).toEqual([
      expect.stringMatching(
        /^08:00:00\.000Z info {2}201 +\d\.\d ms {2}POST {4}\/endpoints {2}endpoints\.create {2}dropped on purpose$/,
      ),
    ]);
  });

  it('alone shows what is behind a failure of ours, without what a terminal obeys', async () => {
    const failing = answeringErrors(async () => {
      throw new Error('row \u001b[2J\u202e broken', { cause: new Error('disk') });
    });
    for (const format of ['text', 'json'] as const) {
      const entries: string[] = [];
      const log = requestLog({ level: 'error', format, write: (entry) => entries.push(entry) });
      const app = createApp('http://api.test', [observe([log], () => startOfTest)], failing);
      await app({ method: 'GET', target: '/endpoints', headers: {} });
      expect(entries).toHaveLength(1);
      expect(entries[0]).toContain('telemetry.test.ts');
      expect(entries[0]).toContain('ERR_INTERNAL');
      expect(entries[0]).toContain('caused by Error: disk');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
      expect(entries[0]).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      expect(entries[0]).toContain('\\u001b[2J');
    }
  });
});

describe('a path in a log', () => {
  it('holds nothing that a terminal obeys, no key and no end of text', () => {
    expect(redactPath('/endpoints/ep_1')).toBe('/endpoints/ep_1');
    expect(redactPath('/\u001b[2J\n\u202eä\ud800 x')).toBe('/%1B[2J%0A%E2%80%AE%C3%A4%EF%BF%BD%20x');
    expect(redactPath(`/${'x'.repeat(100_000)}`)).toHaveLength(200);
    const token = `${'a'.repeat(27)}_${'b'.repeat(30)}`;
    expect(redactPath(`/api_keys/${token}/x`)).toBe('/api_keys/<SECRET>/x');
    expect(redactPath(`/api_keys/${token.replace('_', '%5F')}`)).toBe('/api_keys/<SECRET>');
  });
});

describe('GET /metrics', () => {
  it('is what Prometheus reads: requests, durations, commits, events, size', async () => {
    const { test, telemetry, send } = await startObserved();
    await send('GET', '/endpoints');
    await send('GET', '/endpoints');
    await send('GET', '/endpoints/ep_nope');
    await send('GET', '/"\\\n');
    await test.create('/api_keys');
    telemetry.onCommit(3);
    telemetry.onCommit(1);
    const { headers, body } = await send('GET', '/metrics');
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const samples = readExposition(body);
    const sampleOf = (name: string, labels: Record<string, string> = {}) =>
      samples.find((one) => one.name === name && JSON.stringify(one.labels) === JSON.stringify(labels))
        ?.value;
    const requests = (operation: string, status: string) =>
      sampleOf('tunnelctl_requests_total', { operation, status });
    expect(requests('endpoints.list', '200')).toBe(2);
    expect(requests('endpoints.get', '404')).toBe(1);
    expect(requests('none', '404')).toBe(1);
    expect(sampleOf('tunnelctl_request_duration_seconds_count', { operation: 'endpoints.list' })).toBe(2);
    expect(sampleOf('tunnelctl_requests_in_flight')).toBe(1);
    expect(sampleOf('tunnelctl_commit_writes_count')).toBe(2);
    expect(sampleOf('tunnelctl_commit_writes_sum')).toBe(4);
    expect(sampleOf('tunnelctl_commit_writes_bucket', { le: '2' })).toBe(1);
    expect(sampleOf('tunnelctl_events_total')).toBe(1);
    expect(sampleOf('tunnelctl_store_bytes')).toBeGreaterThan(4096);
    expect(sampleOf('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  });

  it('needs no key, and takes no other method', async () => {
    const { send } = await startObserved();
    expect(await send('GET', '/metrics', { authorization: '' })).toMatchObject({ status: 200 });
    expect(await send('POST', '/metrics')).toMatchObject({ status: 405 });
  });

  it('counts the commits of a service that runs, and the requests that never reach an operation', async () => {
    const folder = temporaryDirectory();
    const { url, apiKey, stop } = await serve({ file: join(folder, 'a.db'), host: '127.0.0.1', port: 0 });
    onTestFinished(stop);
    const headers = {
      authorization: `Bearer ${apiKey?.token}`,
      'service-version': '2',
      'content-type': 'application/json',
    };
    const create = () => fetch(`${url}/api_keys`, { method: 'POST', headers, body: '{}' });
    await Promise.all(Array.from({ length: 20 }, create));
    await fetch(`${url}/endpoints`, { headers: { ...headers, origin: 'https://evil.example' } });
    const samples = readExposition(await (await fetch(`${url}/metrics`)).text());
    const sum = (name: string, isMeant: (labels: Readonly<Record<string, string>>) => boolean = () => true) =>
      samples
        .filter((one) => one.name === name && isMeant(one.labels))
        .reduce((all, { value }) => all + value, 0);
    expect(sum('tunnelctl_requests_total', ({ status }) => status === '201')).toBe(20);
    expect(sum('tunnelctl_requests_total', ({ status }) => status === '403')).toBe(1);
    // The service makes its account and its first key as well.
    expect(sum('tunnelctl_commit_writes_sum')).toBeGreaterThanOrEqual(20);
    expect(sum('tunnelctl_commit_writes_count')).toBeLessThanOrEqual(sum('tunnelctl_commit_writes_sum'));
    expect(sum('tunnelctl_events_total')).toBe(20);
  });
});

describe('GET /healthz', () => {
  it('reads from the store, without a key, and says when that fails', async () => {
    const test = await startService();
    expect(await test.call('GET', '/healthz', { headers: { authorization: undefined } })).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
    await test.service.store.close();
    expect(await test.call('GET', '/healthz')).toMatchObject({
      status: 503,
      body: { status: 'unavailable' },
    });
  });
});

describe('GET /sandbox/v1/requests', () => {
  it('answers the last ones, without query and body, and leaves itself out', async () => {
    const { test, send, getJson } = await startObserved();
    await send('GET', '/endpoints?limit=5');
    await send('GET', '/api_keys', { 'sec-fetch-site': 'same-origin' });
    await getJson('/sandbox/v1/requests');
    await send('GET', '/nowhere', { authorization: '' });
    const { requests, last } = await getJson('/sandbox/v1/requests');
    expect(last).toBe(2);
    expect(requests).toEqual([
      {
        position: 1,
        time: expect.stringMatching(/Z$/),
        operation_id: expect.stringMatching(/^op_/),
        operation: 'endpoints.list',
        method: 'GET',
        path: '/endpoints',
        status: 200,
        error_code: null,
        duration_ms: expect.any(Number),
        disturbance: null,
        caller_id: test.admin.id,
        api_key_id: test.admin.keyId,
      },
      expect.objectContaining({ position: 2, operation: null, status: 404, caller_id: null }),
    ]);
  });

  it('remembers the last 1,000, and lets who follows see what was lost', async () => {
    const { send, getJson } = await startObserved();
    for (let i = 0; i < 1_005; i++) await send('GET', `/x${i}`);
    const { requests, last } = await getJson('/sandbox/v1/requests?after=2&limit=1000');
    const positions = (requests as Json[]).map(({ position }) => position);
    expect([positions[0], positions.at(-1), positions.length, last]).toEqual([6, 1_005, 1_000, 1_005]);
    expect((await getJson('/sandbox/v1/requests?limit=2')).requests).toMatchObject([
      { position: 1_004, path: '/x1003' },
      { position: 1_005, path: '/x1004' },
    ]);
    // From before the last start of the service.
    expect((await getJson('/sandbox/v1/requests?after=5000&limit=1')).requests).toMatchObject([
      { position: 6 },
    ]);
  });

  it('waits for the next one, and lets go when the service stops', async () => {
    const { telemetry, send, getJson } = await startObserved();
    const waiting = getJson('/sandbox/v1/requests?after=0&wait=20');
    await send('GET', '/endpoints');
    expect(await waiting).toMatchObject({ requests: [{ position: 1 }], last: 1, ended: false });
    const atTheEnd = getJson('/sandbox/v1/requests?after=1&wait=20');
    telemetry.changes.close();
    expect(await atTheEnd).toMatchObject({ requests: [], last: 1, ended: true });
  });
});
