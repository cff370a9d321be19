import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tunnelctl } from '../harness/built-program.ts';
import { leaveDrafts } from '../harness/left-drafts.ts';
import { runCli } from '../harness/run-cli.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

it('a temporary sandbox takes away the folders of those that were killed, and of nobody else', async () => {
  const TMPDIR = temporaryDirectory();
  const folders = () => readdirSync(TMPDIR).sort();
  const killed = await startServe(['--ephemeral'], { TMPDIR });
  const running = await startServe(['--ephemeral'], { TMPDIR });
  killed.process.kill('SIGKILL');
  await once(killed.process, 'exit');
  const strangers = ['tunnelctl-', 'tunnelctl-AbCdEf', 'tunnelctl-1-1-1-1-AbCdEf.bak', 'x'];
  for (const name of strangers) mkdirSync(join(TMPDIR, name));
  expect(folders()).toHaveLength(6);

  const { stdout } = await tunnelctl(
    ['sandbox', 'exec', '--', 'sh', '-c', 'ls "$TMPDIR"; echo $TUNNELCTL_CONFIG_DIR'],
    {
      env: { TMPDIR },
    },
  );
  const own = stdout
    .split('\n')
    .at(-1)
    ?.slice(TMPDIR.length + 1)
    .split('/')[0];
  const left = folders();
  expect(stdout.split('\n').slice(0, -1).sort()).toEqual([...left, own].sort());
  expect(left).toEqual([...strangers, running.data.slice(TMPDIR.length + 1).split('/')[0]].sort());
  expect(await (await fetch(`${running.url}/healthz`)).json()).toMatchObject({ status: 'ok' });
});

it.each<[what: string, argv: readonly string[], made: readonly string[]]>([
  ['an export', ['sandbox', 'export', 'account.yml', '--data', 'a.db'], ['account.yml', 'a.db', 'a.db.key']],
  ['a script of completion', ['completion', 'install', '--shell', 'fish'], ['tunnelctl.fish']],
  ['a recovery', ['sandbox', 'recover', 'sound.db', '--data', 'a.db'], ['a.db', 'sound.db', 'sound.db.key']],
  [
    'a new data file',
    ['endpoints', 'list', '--sandbox', '--data', 'new.db'],
    ['a.db', 'new.db', 'new.db.key'],
  ],
])(
  '%s takes away the draft that a killed one left beside it, and none of one that runs',
  async (_, argv, made) => {
    const cwd = temporaryDirectory();
    const env = { HOME: cwd, XDG_DATA_HOME: join(cwd, 'data') };
    const directory = argv[0] === 'completion' ? join(cwd, 'data/fish/vendor_completions.d') : cwd;
    mkdirSync(directory, { recursive: true });
    if (directory === cwd) await runCli(['endpoints', 'list', '--sandbox', '--data', 'a.db'], { cwd, env });
    const { killed, running } = leaveDrafts(directory);
    writeFileSync(join(directory, 'account.yml.part'), 'of somebody');
    expect(await runCli(argv, { cwd, env })).toMatchObject({ exitCode: 0 });
    const names = readdirSync(directory);
    expect(names).toEqual(expect.arrayContaining([...made, running, 'account.yml.part']));
    expect(names.filter((name) => name.startsWith(killed))).toEqual([]);
  },
);
