import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tunnelctl } from '../harness/built-program.ts';
import { mayTrace } from '../harness/strace.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { cutPower } from './power-loss/power-cuts.ts';
import { Recording, readTree } from './power-loss/recording.ts';
import { expectSound, readAccount } from './power-loss/stored-account.ts';

// Needs strace, and leave to use it.
const seed = Number(process.env.POWER_LOSS_SEED ?? 20_261_121);
const states = Number(process.env.POWER_LOSS_STATES ?? 60);

const home = (folder: string) => ({
  XDG_CONFIG_HOME: join(folder, 'config'),
  XDG_DATA_HOME: join(folder, 'data'),
});

/** A folder in which commands were run already. */
async function folderAfter(...commands: readonly (readonly string[])[]): Promise<string> {
  const folder = temporaryDirectory();
  for (const args of commands) {
    expect(await tunnelctl(args, { cwd: folder, env: home(folder) })).toMatchObject({ exitCode: 0 });
  }
  return folder;
}

const create = (name: string) => [
  ...['--sandbox', 'endpoints', 'create', '--url', `https://${name}.example.com`],
];
const login = (profile: string) => [
  ...['login', '--profile', profile, '--base-url', 'http://127.0.0.1:9', '--with-key', '--no-verify'],
];
const key = 'a'.repeat(60);

describe.runIf(mayTrace())('a command that has ended, when the power goes', () => {
  it.each([
    ['config set', [], ['config', 'set', 'output', 'json'], ['config/tunnelctl/settings.json']],
    [
      'config set again',
      [['config', 'set', 'output', 'json']],
      ['config', 'set', 'output', 'yaml'],
      ['config/tunnelctl/settings.json'],
    ],
    ['login', [], login('ci'), ['config/tunnelctl/settings.json', 'config/tunnelctl/keys.json']],
    [
      'sandbox export',
      [create('one'), ['sandbox', 'export', 'saved.json'], create('two')],
      ['sandbox', 'export', 'saved.json'],
      ['saved.json'],
    ],
  ] as const)('%s has left its files whole', async (_, earlier, command, names) => {
    const recording = new Recording(await folderAfter(...earlier));
    const ended = await recording.run(command, { env: home(recording.folder), input: key });
    const after = readTree(recording.folder);
    const check = async (folder: string, at: number) => {
      for (const name of names) {
        const path = join(folder, name);
        const left = existsSync(path) ? readFileSync(path) : undefined;
        const allowed = at >= ended ? [after.get(name)] : [recording.before.get(name), after.get(name)];
        expect(allowed, name).toContainEqual(left);
      }
    };
    const owed = (at: number) => String(at >= ended);
    // There are not as many different ones of a small file.
    const { losses } = await cutPower({ recording, states, seed, owed, check });
    expect(losses).toEqual([]);
  });

  it.each([
    ['endpoints create on a new file', [], create('one'), 'data/tunnelctl/sandbox.db'],
    ['sandbox recover', [create('one')], ['sandbox', 'recover', 'saved.db'], 'saved.db'],
    ['sandbox backup', [create('one')], ['sandbox', 'backup', 'saved.db'], 'saved.db'],
  ] as const)('%s has left a data file with all that was told', async (_, earlier, command, name) => {
    const recording = new Recording(await folderAfter(...earlier));
    const ended = await recording.run(command, { env: home(recording.folder) });
    const { records } = await readAccount(join(recording.folder, name));
    expect(records.size).toBe(1);
    const check = async (folder: string, at: number) => {
      const file = join(folder, name);
      if (at < ended && !existsSync(file)) return;
      const found = await readAccount(file);
      if (at >= ended) expect(found.records).toEqual(records);
      expectSound(file);
    };
    const { losses } = await cutPower({
      recording,
      states,
      seed,
      owed: (at) => String(at >= ended),
      check,
    });
    expect(losses).toEqual([]);
  });
});
