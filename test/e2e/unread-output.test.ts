import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { cleanEnvironment, launcher } from '../harness/built-program.ts';
import type { Announcement } from '../harness/served-sandbox.ts';
import { cannotMount, smallDisk } from '../harness/small-disk.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { unreadPipe } from '../harness/unread-pipe.ts';

function startServe(args: readonly string[], stdio: ['ignore', 'pipe' | number, number]) {
  const child = spawn(process.execPath, [launcher, 'serve', '--port', '0', ...args], {
    env: cleanEnvironment,
    stdio,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, exited: once(child, 'exit') };
}

it('a log that nobody reads costs entries, which are counted and told, and no memory; SIGTERM ends serve all the same', async () => {
  const pipe = unreadPipe();
  const data = join(temporaryDirectory(), 'a.db');
  const args = ['--data', data, '--print', 'json', '--log-format', 'json'];
  const { child, exited } = startServe(args, ['ignore', 'pipe', pipe.end]);
  const [line] = await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line');
  const { url } = JSON.parse(line) as Announcement;
  const get = async (path: string) => (await fetch(url + path)).text();
  const lost = async () =>
    Number(/^tunnelctl_log_entries_lost_total (\d+)$/m.exec(await get('/metrics'))?.[1]);
  expect(await lost()).toBe(0);

  const askUntilLost = async (some: number) => {
    for (let asked = 0; ; asked += 20) {
      if ((await lost()) >= some) return asked;
      await Promise.all(Array.from({ length: 20 }, () => get(`/${'x'.repeat(199)}`)));
    }
  };
  pipe.fill();
  const asked = await askUntilLost(50);

  // Whoever reads again sees what was kept, and how much was not.
  let read = '';
  await expect
    .poll(() => {
      read += pipe.read();
      return read.split('\n').filter((entry) => entry.endsWith(' lost: nothing could be written here'));
    })
    .toHaveLength(1);
  const entries = read.split('\n').filter((entry) => entry.includes('"path":"/xxx'));
  const [told] = /\d+(?= log entries were lost)/.exec(read) ?? [];
  expect(Number(told)).toBe(await lost());
  expect(entries.length + Number(told)).toBe(asked);
  for (const entry of entries) expect(JSON.parse(entry)).toMatchObject({ status: 404 });

  pipe.fill();
  await get('/one-more');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

it('SIGTERM ends a serve that cannot even say where it is', async () => {
  const pipe = unreadPipe();
  pipe.fill();
  const data = join(temporaryDirectory(), 'a.db');
  const { child, exited } = startServe(['--data', data], ['ignore', pipe.end, pipe.end]);
  await expect.poll(() => existsSync(data)).toBe(true);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

it('a log on a full disk loses entries, says how many once there is room, and goes on', async (context) => {
  const disk = smallDisk('64k');
  if (!disk) return context.skip(cannotMount);
  const [log, filler] = ['log', 'filler'].map((name) => join(disk, name)) as [string, string];
  const descriptor = openSync(log, 'a');
  onTestFinished(() => closeSync(descriptor));
  expect(() => writeFileSync(filler, Buffer.alloc(100_000))).toThrow('ENOSPC');
  const args = ['--data', join(temporaryDirectory(), 'a.db'), '--print', 'json', '--log-level', 'info'];
  const { child } = startServe(args, ['ignore', 'pipe', descriptor]);
  const [line] = await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line');
  const { url } = JSON.parse(line) as Announcement;
  for (const path of ['/first', '/second', '/third']) await fetch(url + path);
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('\ntunnelctl_log_entries_lost_total 3\n');
  rmSync(filler);
  await fetch(`${url}/fourth`);
  await expect
    .poll(() => readFileSync(log, 'utf8').split('\n'))
    .toEqual([
      '3 log entries were lost: nothing could be written here',
      expect.stringContaining('/fourth'),
      '',
    ]);
});
