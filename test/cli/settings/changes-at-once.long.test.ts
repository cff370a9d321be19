import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tunnelctl } from '../../harness/built-program.ts';
import { markOfEnded } from '../../harness/left-drafts.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

const range = (count: number) => Array.from({ length: count }, (_, i) => `profile-${10 + i}`);

it('keeps each of 16 logins, settings and removals that come at once', async () => {
  const directory = join(temporaryDirectory(), 'settings');
  mkdirSync(directory, { mode: 0o700 });
  const read = (name: string) => JSON.parse(readFileSync(join(directory, name), 'utf8'));
  const env = { TUNNELCTL_CONFIG_DIR: directory };
  const run = async (args: readonly string[], input = '') => {
    const { exitCode, stderr } = await tunnelctl(args, { env, input });
    expect(exitCode, stderr).toBe(0);
  };
  const url = ['--base-url', 'http://127.0.0.1:1'];
  const login = (profile: string) =>
    run(['login', '--profile', profile, ...url, '--with-key', '--no-verify'], `key-of-${profile}`);

  // All of them find it, and only one may take it away.
  writeFileSync(join(directory, 'settings.lock'), markOfEnded());
  await Promise.all(range(16).map(login));
  expect(Object.keys(read('keys.json')).sort()).toEqual(range(16));
  expect(Object.keys(read('settings.json').profiles).sort()).toEqual(range(16));

  await Promise.all(
    range(16).map((profile, i) => {
      if (i % 4 === 0) return run(['logout', profile, '--yes']);
      if (i % 4 === 1) return run(['profiles', 'delete', profile, '--yes']);
      if (i % 4 === 2) return run(['config', 'set', 'timeout', String(10 + i), '--profile', profile]);
      return login(`new-${profile}`);
    }),
  );
  const kept = range(16).filter((_, i) => i % 4 > 1);
  const added = range(16).flatMap((profile, i) => (i % 4 === 3 ? [`new-${profile}`] : []));
  expect(Object.keys(read('keys.json')).sort()).toEqual([...added, ...kept]);
  const { profiles } = read('settings.json');
  expect(Object.keys(profiles).sort()).toEqual([...added, ...range(16).filter((_, i) => i % 4 !== 1)]);
  expect([2, 6, 10, 14].map((i) => profiles[`profile-${10 + i}`].timeout)).toEqual([12, 16, 20, 24]);
  expect(readdirSync(directory).sort()).toEqual(['keys.json', 'settings.json']);
});
