import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../src/contract/examples/demo-ids.ts';
import { openService } from '../../src/hosting/open-service.ts';
import { cpuTime } from '../harness/cpu-time.ts';
import { type ServedSandbox, startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

const boundEndpoints = 3000;

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const agent = new Agent({ keepAlive: true });

function call(
  { url, api_key }: ServedSandbox,
  method: string,
  path: string,
  body?: string | Buffer,
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${api_key}`,
    'service-version': '2',
    'content-type': 'application/json',
  };
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers, agent }, async (response) => {
      const content = await text(response);
      resolve({ status: response.statusCode ?? 0, body: content === '' ? {} : JSON.parse(content) });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * Small requests, one after the other, for as long as the work takes; how long the service worked from each one's start
 * to its answer, in milliseconds.
 */
async function askDuring(sandbox: ServedSandbox, path: string, work: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  do {
    const start = cpuTime(sandbox.pid);
    expect((await call(sandbox, 'GET', path)).status).toBe(200);
    times.push(cpuTime(sandbox.pid) - start);
  } while (!isDone);
  await done;
  return times.sort((a, b) => a - b);
}

/** One hostile request that keeps the service to itself takes longer than these. */
function expectSmooth(times: readonly number[]): void {
  expect(times[times.length >> 1]).toBeLessThan(4000);
  expect(times.at(-1)).toBeLessThan(10_000);
}

/** The demo account, served. */
async function start() {
  const data = join(temporaryDirectory(), 'sandbox.db');
  const sandbox = await startServe(['--data', data, '--seed', 'demo', '--log-level', 'error']);
  const small = `/endpoints/${demoIds.endpoints.app}`;

  /** Sends all at once, and measures small requests meanwhile. */
  async function flood(requests: readonly Sent[], statuses: number[]): Promise<Answer[]> {
    const work = Promise.all(requests.map(([method, path, body]) => call(sandbox, method, path, body)));
    expectSmooth(await askDuring(sandbox, small, work));
    const answers = await work;
    for (const { status, body } of answers)
      expect(statuses, JSON.stringify(body).slice(0, 300)).toContain(status);
    return answers;
  }
  // Libraries are loaded for the first one that needs them, once.
  for (const [method, path, body] of [policy('a: 1'), filter(['a']), operator(['true'])]) {
    await call(sandbox, method, path, body);
  }
  return { sandbox, data, small, flood };
}

type Sent = readonly [method: string, path: string, body?: string | undefined];

/** Puts a crowd of endpoints for clusters into a file. */
async function crowd(sandbox: ServedSandbox, data: string): Promise<void> {
  const fields = { url: 'https://crowd.example.com', bindings: ['kubernetes'], metadata: 'a'.repeat(2000) };
  const made = await call(sandbox, 'POST', '/endpoints', JSON.stringify(fields));
  const id = String(made.body.id);
  const service = await openService(data);
  const row = await service.store.get('endpoints', id);
  const { record, ...rest } = row?.data ?? {};
  await service.store.write(async (transaction) => {
    for (let i = 0; i < boundEndpoints; i++) {
      const copy = `${id.slice(0, -6)}${String(i).padStart(6, '0')}`;
      await transaction.put('endpoints', copy, { ...rest, record: { ...(record as object), id: copy } });
    }
  });
  await service.close();
}

const times = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
const policy = (traffic_policy: string) =>
  ['POST', '/endpoints', JSON.stringify({ url: 'https://p.example.com', traffic_policy })] as const;
const filterPath = `/edges/https/${demoIds.httpsEdges.shop}/routes/${demoIds.httpsEdgeRoutes.shopRoot}/user_agent_filter`;
const filter = (deny: string[]) => ['PUT', filterPath, JSON.stringify({ deny })] as const;
const operator = (endpoint_selectors: string[]) =>
  [
    'POST',
    '/kubernetes_operators',
    JSON.stringify({ enabled_features: ['bindings'], binding: { endpoint_selectors } }),
  ] as const;

describe('others are answered while serve', () => {
  it('judges patterns that take a backtracking engine for ever', async () => {
    const { flood } = await start();
    const patterns = ['^(a+)+$', '(x+x+)+y', '(a|aa)+$', '(.*a){20}', '([a-zA-Z]+)*$', '(?:a?){100}a{100}'];
    await flood(
      times(30, () => filter(times(100, (i) => `${patterns[i % patterns.length]}${i}`))),
      [200],
    );
  });

  it('judges patterns that take long to compile, and refuses those that take too long', async () => {
    const { flood } = await start();
    const slow = times(100, (i) => `((a{90}|[^b]{9}){90}${i})`);
    await flood(
      times(4, () => filter(slow)),
      [200, 400],
    );
    await flood(
      times(30, () => filter(times(100, () => '((((a{100}){100}){100}){100}){100}'))),
      [400],
    );
  });

  it('judges policies that nest, repeat and refer to themselves', async () => {
    const { flood } = await start();
    const bomb = `a: &a [${'x,'.repeat(9)}x]\n${times(9, (i) => `${'bcdefghij'[i]}: &${'bcdefghij'[i]} [${`*${'abcdefghi'[i]},`.repeat(9)}]`).join('\n')}`;
    const hostile = [
      bomb,
      '['.repeat(60_000),
      '{"a":'.repeat(10_000),
      '- '.repeat(30_000),
      '? '.repeat(30_000),
      `${'a: '.repeat(20_000)}`,
      `on_http_request:\n${'  - expressions: ["true"]\n    actions: []\n'.repeat(1000)}`,
      `on_http_request:\n  - expressions: [${'"((((((((((1))))))))))",'.repeat(1200)}]\n    actions: []\n`,
      `on_http_request:\n  - actions: [{type: log, config: {metadata: {a: "${`$\{1+1}`.repeat(9000)}$\{"}}}]\n`,
      `on_http_request:\n  - expressions: ['1${'+1'.repeat(2000)} == 1']\n    actions: []\n`,
      `on_http_request:\n  - expressions: ['${'a.b('.repeat(1000)}']\n    actions: []\n`,
      `"${'\\u0041'.repeat(10_000)}"`,
    ];
    await flood(
      times(30, (i) => policy(hostile[i % hostile.length] ?? '')),
      [400],
    );
  });

  it('takes bodies that are as large and as deep as can be', async () => {
    const { flood } = await start();
    const deep = '['.repeat(1_000_000);
    const wide = `{"description":${JSON.stringify('a'.repeat(1_000_000))}}`;
    const many = `{${times(60_000, (i) => `"member${i}":1`).join()}}`;
    const keys = `{${times(100_000, () => '"a":1').join()}}`;
    const bodies = [deep, wide, many, keys, `${wide}${wide}`];
    await flood(
      times(40, (i): Sent => ['POST', '/api_keys', bodies[i % bodies.length]]),
      [400, 413],
    );
  });

  const numbers = times(90, String).join();
  const costly = [
    `[${numbers}].all(a, endpoint.all(b, ${"endpoint.metadata.contains('aaab') || ".repeat(15)} true)) && false`,
    `[${numbers}].all(a, endpoint.metadata.matches('[^c]*a[ab]{900}[^ab]') || true) && false`,
    `["a"]${'.map(a, [a,a,a,a,a,a,a,a,a,a])'.repeat(7)} == ["b"]`,
    `[${numbers}].exists(a, endpoint.all(b, a == 100000))`,
  ];
  // Each takes nearly the steps that it has.
  const selectors = times(8, (i) => `[1, 2, 3, ${i}].all(a, endpoint.all(b, a != 7 && b != 'x')) && false`);

  it('runs selectors with loops in loops over thousands of endpoints, and gives up on what takes too long', async () => {
    const { sandbox, data, small, flood } = await start();
    await crowd(sandbox, data);
    const made = await flood(
      [operator(selectors), operator(['endpoint.port == 1']), operator(['true']), operator(costly)],
      [201],
    );
    const [slow, none, all, refused] = made.map(
      ({ body }) => `/kubernetes_operators/${body.id}/bound_endpoints`,
    );
    const running = call(sandbox, 'GET', slow ?? '');
    const waits = await askDuring(sandbox, small, running);
    expectSmooth(waits);
    // In turns with it, all the seconds that it takes.
    expect(waits.length).toBeGreaterThan(20);
    expect(await running).toMatchObject({ status: 409, body: { error_code: 'ERR_SELECTORS_TOO_SLOW' } });
    expect(await call(sandbox, 'GET', refused ?? '')).toMatchObject({
      status: 503,
      body: { error_code: 'ERR_EXPRESSION_TOO_COSTLY' },
    });
    // What is simple is done for all of them.
    expect((await call(sandbox, 'GET', none ?? '')).body).toMatchObject({
      endpoints: [],
      next_page_uri: null,
    });
    expect((await call(sandbox, 'GET', all ?? '')).body.endpoints).toHaveLength(100);
  });

  it('judges selectors that are as large as can be', async () => {
    const { flood } = await start();
    const large = `true${' || endpoint.port == 1'.repeat(180)}`;
    const nested = `${'('.repeat(31)}true${')'.repeat(31)}`;
    const pattern = `endpoint.url.matches('${'(a{90}|b{9}){9}'.repeat(9)}')`;
    await flood(
      times(3, (i) => operator(times(32, () => [large, nested, pattern][i % 3] ?? ''))),
      [201, 400],
    );
  });
});
