import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Clock } from '../../../src/client/clock.ts';
import { cleanEnvironment, launcher, tunnelctl } from '../../harness/built-program.ts';
import { runCli } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

const loginTo = (profile: string) => [
  'login',
  ...['--profile', profile, '--base-url', 'http://127.0.0.1:1', '--with-key', '--no-verify', '--no-use'],
];

function userFolder() {
  const directory = join(temporaryDirectory(), 'settings');
  mkdirSync(directory, { mode: 0o700 });
  const inIt = (name: string) => join(directory, name);
  return {
    directory,
    lock: inIt('settings.lock'),
    keysFile: inIt('keys.json'),
    env: { TUNNELCTL_CONFIG_DIR: directory },
    settings: () => JSON.parse(readFileSync(inIt('settings.json'), 'utf8')),
    keys: () => JSON.parse(readFileSync(inIt('keys.json'), 'utf8')),
  };
}

/** A clock that passes as fast as it is waited for. */
function hurriedClock(): Clock {
  let now = Date.now();
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
    },
  };
}

/**
 * A login of the built program that stands still while it holds the lock: the keys that it reads under it are a pipe.
 */
async function startStandingLogin({ keysFile, lock, env }: ReturnType<typeof userFolder>) {
  await execa('mkfifo', ['-m', '600', keysFile]);
  const child = spawn(process.execPath, [launcher, ...loginTo('standing')], {
    env: { ...cleanEnvironment, ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.end('key');
  // It can be written to once somebody reads, who then waits for what is written.
  const pipe = await vi.waitUntil(() => openForWriting(keysFile), { timeout: 30_000 });
  expect(readFileSync(lock, 'utf8')).toMatch(new RegExp(`^${child.pid}-`));
  rmSync(keysFile);
  return {
    child,
    /** Lets it go on. @param keys what it reads */
    goOn(keys: object) {
      writeSync(pipe, JSON.stringify(keys));
      closeSync(pipe);
      return once(child, 'exit');
    },
  };
}

function openForWriting(pipe: string): number | undefined {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

describe('settings that several processes change at once', () => {
  it('keep what each of them stored', async () => {
    const { env, directory, settings, keys } = userFolder();
    const names = ['a', 'b', 'c'];
    const outcomes = await Promise.all(
      names.map((name) => tunnelctl(loginTo(name), { env, input: `key-${name}` })),
    );
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual(names.map(() => 0));
    expect(Object.keys(keys()).sort()).toEqual(names);
    expect(Object.keys(settings().profiles).sort()).toEqual(names);
    expect(readdirSync(directory).sort()).toEqual(['keys.json', 'settings.json']);
  });

  it('wait for one that is at it', async () => {
    const user = userFolder();
    const standing = await startStandingLogin(user);
    const other = tunnelctl(loginTo('other'), { env: user.env, input: 'key' });
    const [exitCode] = await standing.goOn({ before: { key: 'key', origin: 'http://127.0.0.1:1' } });
    expect([exitCode, (await other).exitCode]).toEqual([0, 0]);
    expect(Object.keys(user.keys()).sort()).toEqual(['before', 'other', 'standing']);
  });

  it('are left as they are where one does not come to an end, which is told with its number', async () => {
    const user = userFolder();
    const { child } = await startStandingLogin(user);
    const argv = ['config', 'set', 'output', 'json'];
    expect(await runCli(argv, { env: user.env, clock: hurriedClock() })).toEqual({
      exitCode: 6,
      stdout: '',
      stderr:
        `error: cannot change the settings: the lock ${user.lock} is held by process ${child.pid}\n` +
        `hint: see what process ${child.pid} is doing; where it is no tunnelctl, remove ${user.lock}\n`,
    });
    expect(readdirSync(user.directory).sort()).toEqual(['settings.lock']);
  });

  it('are not kept from the next one by one that was killed', async () => {
    const user = userFolder();
    const { child } = await startStandingLogin(user);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(user.lock)).toBe(true);
    // What conf had written of the keys.
    writeFileSync(`${user.keysFile}.tmp-1234567890abcdef`, 'half a secret');
    writeFileSync(`${user.keysFile}.tmp-of-somebody`, '');
    const clock: Clock = { now: Date.now, sleep: () => Promise.reject(new Error('it waited')) };
    expect(await runCli(loginTo('next'), { env: user.env, stdin: 'key', clock })).toMatchObject({
      exitCode: 0,
    });
    expect(Object.keys(user.keys())).toEqual(['next']);
    expect(readdirSync(user.directory).sort()).toEqual([
      'keys.json',
      'keys.json.tmp-of-somebody',
      'settings.json',
    ]);
  });

  it('are not kept for long by a process that cannot be asked about: one of another machine', async () => {
    const { env, lock, settings } = userFolder();
    const argv = ['config', 'set', 'timeout', '7'];
    for (const foreign of ['4711-1-1-anothermachine', '']) {
      writeFileSync(lock, foreign);
      const [first] = (await runCli(argv, { env, clock: hurriedClock() })).stderr.split('\n');
      const holder = foreign === '' ? 'another process' : 'process 4711';
      expect(first).toBe(`error: cannot change the settings: the lock ${lock} is held by ${holder}`);
      const aMinuteAgo = Date.now() / 1000 - 60;
      utimesSync(lock, aMinuteAgo, aMinuteAgo);
      expect(await runCli(argv, { env })).toMatchObject({ exitCode: 0 });
      expect(existsSync(lock)).toBe(false);
    }
    expect(settings()).toEqual({ settings: { timeout: 7 } });
  });
});

describe('settings that cannot be changed', () => {
  it('say so in a folder that may only be read', async () => {
    const { directory } = userFolder();
    chmodSync(join(directory, '..'), 0o755);
    writeFileSync(join(directory, 'settings.json'), '{}');
    chmodSync(directory, 0o555);
    // Root may write anywhere.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const { exitCode, stderr } = await execa(
      process.execPath,
      [launcher, 'config', 'set', 'output', 'json'],
      {
        ...nobody,
        env: { ...cleanEnvironment, TUNNELCTL_CONFIG_DIR: directory },
        extendEnv: false,
        reject: false,
      },
    );
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `error: cannot write ${join(directory, 'settings.json')}: permission denied`,
    });
  });

  it.each(['', '{"settings":{"out', '[]', '{"settings":{"output":7}}'])(
    'are never written over: %j',
    async (content) => {
      const { directory, env } = userFolder();
      const file = join(directory, 'settings.json');
      writeFileSync(file, content);
      const outcomes = [
        await runCli(['config', 'set', 'output', 'json'], { env }),
        await runCli(loginTo('a'), { env, stdin: 'key' }),
      ];
      for (const { exitCode, stderr } of outcomes) {
        expect([exitCode, stderr.split(':')[1]]).toEqual([1, ` the file ${file} is damaged`]);
      }
      expect([readFileSync(file, 'utf8'), readdirSync(directory)]).toEqual([content, ['settings.json']]);
    },
  );
});
