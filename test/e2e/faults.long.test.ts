import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { demoIds } from '../../src/contract/examples/demo-ids.ts';
import { apiClient } from '../harness/api-client.ts';
import { tunnelctl } from '../harness/built-program.ts';
import { type ServedSandbox, startServe } from '../harness/served-sandbox.ts';

const url = 'https://app.example.com';

function serveWith(...faults: string[]): Promise<ServedSandbox> {
  return startServe(['--ephemeral', ...faults.flatMap((fault) => ['--fault', fault])]);
}

async function endpoints({ env }: ServedSandbox): Promise<{ id: string }[]> {
  return JSON.parse((await tunnelctl(['endpoints', 'list', '-o', 'json'], { env })).stdout);
}

/** How often each fault was met. */
async function disturbed({ env }: ServedSandbox): Promise<number[]> {
  const { stdout } = await tunnelctl(['sandbox', 'faults', 'list', '-o', 'json'], { env });
  return (JSON.parse(stdout) as { disturbed: number }[]).map((fault) => fault.disturbed);
}

it('a creation that is answered 503 with Retry-After is sent again, and made once', async () => {
  const served = await serveWith('operation=endpoints.create,status=503,retry-after=0,count=2');
  const { exitCode, stdout } = await tunnelctl(['endpoints', 'create', '--url', url, '-o', 'id'], served);
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringMatching(/^ep_/) });
  expect(await endpoints(served)).toMatchObject([{ id: stdout }]);
  expect(await disturbed(served)).toEqual([2]);
});

it.each([
  ['drop=before', 0],
  ['drop=after', 1],
  ['stall=body', 1],
  // A gateway that gave up does not know either.
  ['status=504', 0],
])(
  'a creation with a lost answer (%s) is never sent twice, and the message says how to look',
  async (effect, made) => {
    const served = await serveWith(`operation=endpoints.create,${effect}`);
    const argv = ['endpoints', 'create', '--url', url, '--timeout', '2'];
    const { exitCode, stdout, stderr } = await tunnelctl(argv, served);
    expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: '' });
    expect(stderr).toContain('the request may have been carried out');
    expect(stderr).toContain('see with tunnelctl endpoints list whether it was, before you repeat it');
    expect(await disturbed(served)).toEqual([1]);
    expect(await endpoints(served)).toHaveLength(made);
  },
);

it('a deletion with a lost answer is sent again, and that its object is gone counts as done', async () => {
  const served = await serveWith('operation=endpoints.delete,drop=after,count=1');
  const { stdout: id } = await tunnelctl(['endpoints', 'create', '--url', url, '-o', 'id'], served);
  const { exitCode, stderr } = await tunnelctl(['endpoints', 'delete', id, '--yes'], served);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('error') });
  expect(await disturbed(served)).toEqual([1]);
  expect(await endpoints(served)).toEqual([]);
});

it('a list goes on where an answer was cut off, and after a gateway failed', async () => {
  const served = await serveWith(
    'operation=endpoints.list,drop=before,count=1',
    'method=GET,status=502,count=1',
  );
  expect(await endpoints(served)).toEqual([]);
  expect(await disturbed(served)).toEqual([1, 1]);
});

it('what an API key sends above --rate-limit waits for its turn', async () => {
  const served = await startServe(['--ephemeral', '--rate-limit', '2/1s']);
  for (let i = 0; i < 3; i++) {
    const { exitCode } = await tunnelctl(
      ['endpoints', 'create', '--url', `https://${i}.example.com`],
      served,
    );
    expect(exitCode).toBe(0);
  }
  expect(await endpoints(served)).toHaveLength(3);
});

it('the same requests meet the same faults in every run of one --fault-seed', async () => {
  const runs = await Promise.all(
    ['41', '41', '42'].map(async (seed) => {
      const served = await startServe([
        ...['--ephemeral', '--fault', 'operation=endpoints.list,status=500,rate=0.5', '--fault-seed', seed],
      ]);
      const statuses: number[] = [];
      for (let i = 0; i < 64; i++) {
        const headers = { authorization: `Bearer ${served.api_key}`, 'service-version': '2' };
        statuses.push((await fetch(`${served.url}/endpoints`, { headers })).status);
      }
      return statuses.join();
    }),
  );
  expect(runs[1]).toBe(runs[0]);
  expect(runs[2]).not.toBe(runs[0]);
});

it('faults change while it serves, and a stalled answer does not keep it from stopping', async () => {
  const served = await serveWith();
  const { env } = served;
  const faults = (...words: string[]) => tunnelctl(['sandbox', 'faults', ...words], { env });
  expect(await faults('add', 'operation=endpoints.list,stall=body', 'latency=1ms')).toMatchObject({
    exitCode: 0,
    stderr: 'added: fault_1 operation=endpoints.list,stall=body\nadded: fault_2 latency=1ms',
  });
  const { hostname, port } = new URL(served.url);
  const socket = connect(Number(port), hostname);
  const head = `GET /endpoints HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${served.api_key}\r\n`;
  socket.write(`${head}service-version: 2\r\n\r\n`);
  const answer = text(socket);
  await new Promise((resolve) => socket.once('data', resolve));
  expect((await faults('clear', 'fault_1')).stderr).toBe('cleared: fault_1, which disturbed 1 request');
  expect(await endpoints(served)).toEqual([]);
  expect(await served.end('SIGTERM')).toEqual({ code: 0, signal: null });
  const [said = '', body = ''] = (await answer).split('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(said)?.[1]);
  expect(body).toHaveLength(Math.ceil(length / 2));
});

it('a latency does not keep it from stopping', async () => {
  const served = await serveWith('latency=60s');
  const waiting = tunnelctl(['endpoints', 'list', '-o', 'id'], served);
  await expect.poll(() => disturbed(served)).toEqual([1]);
  expect(await served.end('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(await waiting).toMatchObject({ exitCode: 0, stdout: '' });
});

it('an update of an agent passes sooner where time runs faster', async () => {
  const served = await startServe([
    ...['--ephemeral', '--seed', 'demo', '--clock', '2030-01-01T00:00:00Z', '--time-scale', '20'],
  ]);
  const { stdout } = await tunnelctl(['api-keys', 'create', '-o', 'json'], served);
  expect(JSON.parse(stdout).created_at).toMatch(/^2030-01-01T00:0/);
  const call = apiClient(served.url, served.api_key);
  const session = `/tunnel_sessions/${demoIds.tunnelSessions.linux}`;
  const began = performance.now();
  expect((await call('POST', `${session}/update`, {})).status).toBe(204);
  // While it is under way, which takes 10 s of the service's time and half a second of ours, a restart is refused.
  await expect.poll(async () => (await call('POST', `${session}/restart`, {})).status).toBe(204);
  expect(performance.now() - began).toBeLessThan(9_000);
});
