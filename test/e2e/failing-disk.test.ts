import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { apiClient, type Call, listAll } from '../harness/api-client.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

/**
 * Makes system calls of a running process fail until the answer is called.
 * @returns undefined where there is no strace, or no leave to use it
 */
async function inject(pid: number, fault: string): Promise<(() => Promise<void>) | undefined> {
  const [calls] = fault.split(':');
  const args = ['-f', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${fault}`, '-p', String(pid)];
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void strace.kill('SIGKILL'));
  const exited = once(strace, 'exit').catch(() => {});
  let said = '';
  const attached = new Promise<boolean>((resolve) => {
    strace.stderr.on('data', (chunk) => {
      said += chunk;
      if (/attached/.test(said)) resolve(true);
    });
    strace.once('error', () => resolve(false));
    strace.once('exit', () => resolve(false));
  });
  if (!(await attached)) return undefined;
  return async () => {
    strace.kill('SIGINT');
    await exited;
  };
}

const urls = async (call: Call) => (await listAll(call, '/endpoints', 'endpoints')).map(({ url }) => url);
const create = (call: Call, name: string, metadata = '') =>
  call('POST', '/endpoints', { url: `https://${name}.example.com`, metadata });

/** Expects a request that could not be stored to say so. */
async function expectUnavailable(call: Call, name: string, metadata?: string): Promise<void> {
  const answer = await create(call, name, metadata);
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    body: {
      error_code: 'ERR_UNAVAILABLE',
      status_code: 503,
      details: { operation_id: expect.stringMatching(/^op_/) },
    },
  });
  expect(JSON.stringify(answer.body)).not.toMatch(/sandbox\.db|SQLITE/);
}

function expectWhole(data: string): void {
  const database = new Database(data);
  expect(database.prepare('PRAGMA integrity_check').raw().get([])).toEqual(['ok']);
  database.close();
}

describe('a service whose disk fails', () => {
  it.for([
    ['fsync', 'fsync,fdatasync:error=EIO'],
    ['fsync now and then', 'fsync,fdatasync:error=EIO:when=1+2'],
    ['writing', 'pwrite64:error=ENOSPC'],
    ['writing, some way in', 'pwrite64:error=EIO:when=3+'],
  ])(
    'in %s answers 503, keeps the file good, and goes on when the disk does',
    async ([name = '', fault = ''], context) => {
      const data = join(temporaryDirectory(), 'sandbox.db');
      const sandbox = await startServe(['--data', data]);
      const call = apiClient(sandbox.url, sandbox.api_key, 4);
      expect((await create(call, 'before')).status).toBe(201);

      const heal = await inject(sandbox.pid, fault);
      if (heal === undefined) return context.skip('needs strace, and leave to use it');
      await expectUnavailable(call, 'lost-0', 'x'.repeat(4000));
      const others = await Promise.all([1, 2, 3].map((n) => create(call, `lost-${n}`, 'x'.repeat(4000))));
      // What shares a commit shares its fate; when the disk works in between, so may a commit.
      const kept = others.flatMap(({ status }, i) =>
        status === 201 ? [`https://lost-${i + 1}.example.com`] : [],
      );
      for (const { status } of others) expect([201, 503]).toContain(status);
      if (!name.includes('now and then')) expect(kept).toEqual([]);
      expect((await call('GET', '/endpoints')).status).toBe(200);
      await heal();

      expect((await create(call, 'after')).status).toBe(201);
      const expected = ['https://before.example.com', ...kept, 'https://after.example.com'].sort();
      expect((await urls(call)).sort()).toEqual(expected);
      await sandbox.end('SIGKILL');
      expectWhole(data);
      const again = await startServe(['--data', data]);
      expect((await urls(apiClient(again.url, sandbox.api_key))).sort()).toEqual(expected);
    },
  );

  it('because it is full answers 503, and goes on once there is room', async (context) => {
    const disk = temporaryDirectory();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status === 0;
    if (!mounted) return context.skip('mounting a small disk needs root on Linux');
    onTestFinished(() => void spawnSync('umount', ['-l', disk]));
    const data = join(disk, 'sandbox.db');
    const sandbox = await startServe(['--data', data]);
    const call = apiClient(sandbox.url, sandbox.api_key, 4);
    expect((await create(call, 'before')).status).toBe(201);
    const filler = join(disk, 'filler');
    fill(filler);
    await expectUnavailable(call, 'lost-1', 'x'.repeat(4000));
    await expectUnavailable(call, 'lost-2', 'x'.repeat(4000));
    expect(await urls(call)).toEqual(['https://before.example.com']);
    rmSync(filler);
    expect((await create(call, 'after', 'x'.repeat(4000))).status).toBe(201);
    await sandbox.end('SIGKILL');
    expectWhole(data);
    const again = await startServe(['--data', data]);
    expect(await urls(apiClient(again.url, sandbox.api_key))).toEqual([
      'https://after.example.com',
      'https://before.example.com',
    ]);
  });
});

/** Takes all the room that a disk has left. */
function fill(path: string): void {
  for (let size = 1024 * 1024; size >= 512; size /= 2) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Full for this size.
    }
  }
}
