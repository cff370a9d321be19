import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { StoreUnavailableError } from '../../src/store/store.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { openStore, put, temporaryFile } from './store-fixture.ts';

const scripts = temporaryDirectory(afterAll);
// Where the scripts find the libsql package.
const env = { ...process.env, NODE_PATH: join(import.meta.dirname, '../../node_modules') };

const holdingTheLock = `
  const database = new (require('libsql'))(process.argv[2]);
  database.exec('BEGIN IMMEDIATE');
  process.stdout.write('locked\\n');
  process.stdin.once('data', () => {
    database.exec("CREATE TABLE other (id)");
    database.exec('COMMIT');
    process.stdout.write('released\\n');
  });`;

const writingWithoutEnd = `
  const { openSqliteStore } = require('./store.cjs');
  openSqliteStore(process.argv[2]).then(async (store) => {
    const writer = async (name) => {
      for (let n = 0; ; n++) {
        const id = name + '_' + n;
        await store.write(async (transaction) => {
          await transaction.put('endpoints', id, { text: 'x'.repeat(n % 3000) }, { half: [id] });
          await transaction.put('halves', id, {});
        });
        process.stdout.write(id + '\\n');
      }
    };
    for (const name of ['a', 'b', 'c', 'd']) writer(process.argv[3] + name);
  });`;

const writingUntilRejected = `
  const { openSqliteStore } = require('./store.cjs');
  openSqliteStore(process.argv[2]).then(async (store) => {
    for (let n = 0; n < 100; n++) {
      const id = 'ep_' + String(n).padStart(3, '0');
      try {
        await store.write((transaction) => transaction.put('endpoints', id, {}));
        console.log(id);
      } catch (error) {
        console.log(error.cause.code);
        process.kill(process.pid, 'SIGKILL');
      }
    }
  });`;

beforeAll(async () => {
  const entry = join(import.meta.dirname, '../../src/store/sqlite/sqlite.ts');
  const outfile = join(scripts, 'store.cjs');
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['libsql'],
    outfile,
  });
  writeFileSync(join(scripts, 'lock.cjs'), holdingTheLock);
  writeFileSync(join(scripts, 'reject.cjs'), writingUntilRejected);
  writeFileSync(join(scripts, 'write.cjs'), writingWithoutEnd);
});

function start(script: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(scripts, script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, nextLine: async () => String((await lines.next()).value) };
}

async function killed(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

test('a write waits for the lock of another process, without stopping the reads meanwhile', async () => {
  const path = temporaryFile();
  const store = await openStore(path);
  await put(store, 'ep_1');
  const other = start('lock.cjs', path);
  expect(await other.nextLine()).toBe('locked');

  let written = false;
  const writing = put(store, 'ep_2').then(() => {
    written = true;
  });
  for (let turn = 0; turn < 100; turn++) {
    expect(await store.get('endpoints', 'ep_1')).toBeDefined();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(written).toBe(false);

  other.child.stdin.write('go\n');
  expect(await other.nextLine()).toBe('released');
  await writing;
  expect((await store.list('endpoints', { limit: 5 })).map((row) => row.id)).toEqual(['ep_2', 'ep_1']);
});

test('a lock held too long fails all who wait for it, and later writes work', async () => {
  const path = temporaryFile();
  const store = await openStore(path, { lockWaitMs: 50 });
  const other = start('lock.cjs', path);
  expect(await other.nextLine()).toBe('locked');
  const outcomes = await Promise.allSettled([put(store, 'ep_1'), put(store, 'ep_2')]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailableError) });
    expect(outcome).toMatchObject({ reason: { cause: { code: 'SQLITE_BUSY' } } });
  }
  other.child.stdin.write('go\n');
  expect(await other.nextLine()).toBe('released');
  await put(store, 'ep_3');
  expect((await store.list('endpoints', { limit: 5 })).map((row) => row.id)).toEqual(['ep_3']);
});

test('what was acknowledged before SIGKILL is there, whole, and nothing is there by half', async () => {
  const path = temporaryFile();
  const acknowledged: string[] = [];
  for (let round = 0; round < 5; round++) {
    const { child, nextLine } = start('write.cjs', path, `round${round}`);
    for (let line = 0; line < 20 + 17 * round; line++) acknowledged.push(await nextLine());
    await killed(child);

    const store = await openStore(path);
    const rows = (await store.list('endpoints', { limit: 1e6 })).map((row) => row.id);
    const halves = (await store.list('halves', { limit: 1e6 })).map((row) => row.id);
    expect(halves).toEqual(rows);
    expect(new Set(rows)).toEqual(new Set([...rows, ...acknowledged]));
    for (const id of rows) expect(await store.find('endpoints', 'half', id)).toEqual([id]);
    await store.close();
  }
});

test('two processes that write at once lose nothing of each other', async () => {
  const path = temporaryFile();
  const store = await openStore(path);
  const { child, nextLine } = start('write.cjs', path, 'other');
  const theirs: string[] = [await nextLine()];
  const ours = Array.from({ length: 200 }, (_, index) => `ours_${String(index).padStart(3, '0')}`);
  for (const id of ours) {
    await put(store, id);
    if (theirs.length < 100) theirs.push(await nextLine());
  }
  await killed(child);
  const rows = new Set((await store.list('endpoints', { limit: 1e6 })).map((row) => row.id));
  expect(rows).toEqual(new Set([...rows, ...ours, ...theirs]));
});

test('processes that create one file at the same time agree on it', async () => {
  const path = temporaryFile();
  const others = ['p', 'q'].map((name) => start('write.cjs', path, name));
  const store = await openStore(path);
  await put(store, 'ep_1');
  const lines = await Promise.all(others.map((other) => other.nextLine()));
  await Promise.all(others.map((other) => killed(other.child)));
  for (const id of [...lines, 'ep_1']) expect(await store.get('endpoints', id)).toBeDefined();
});

test.for(['20', '20+'])(
  'a write whose fsync (%s) failed does not come back after a crash',
  async (when, context) => {
    const path = temporaryFile();
    const strace = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync'];
    const fault = ['-e', `inject=fsync,fdatasync:error=EIO:when=${when}`];
    const command = [process.execPath, join(scripts, 'reject.cjs'), path];
    const run = spawnSync('strace', [...strace, ...fault, ...command], { encoding: 'utf8', env });
    if (run.error || /ptrace|not permitted/i.test(run.stderr))
      return context.skip('needs strace, and leave to use it');
    const lines = run.stdout.trim().split('\n');
    expect(lines.pop()).toBe('SQLITE_IOERR_FSYNC');
    const rows = await (await openStore(path)).list('endpoints', { limit: 1000 });
    expect(rows.map((row) => row.id)).toEqual(lines.toReversed());
  },
);
