import { describe, expect, it } from 'vitest';
import { nearOptions } from '../../../src/cli/words/near-options.ts';
import { runCli } from '../../harness/run-cli.ts';
import { servedDemo } from '../../harness/served-demo.ts';

const run = (line: string, env: Record<string, string> = {}) => runCli(line.split(' '), { env });

describe('another word that means just the same', () => {
  it('runs', async () => {
    const { env } = await servedDemo();
    const listed = await run('endpoints list -o id', env);
    expect(listed).toMatchObject({ exitCode: 0, stderr: '' });
    const [id = ''] = listed.stdout.split('\n');
    expect(id).toMatch(/^ep_/);
    expect(await run('endpoints ls -o id', env)).toEqual(listed);
    expect(await run('endpoint ls -o id', env)).toEqual(listed);
    expect(await run('-o id endpoint list', env)).toEqual(listed);
    expect(await run('app user list -o id', env)).toEqual(await run('app users list -o id', env));
    expect(await run(`endpoints show ${id}`, env)).toEqual(await run(`endpoints get ${id}`, env));
    expect(await run('profile ls')).toEqual(await run('profiles list'));
    const [user = ''] = (await run('app users list -o id', env)).stdout.split('\n');
    expect(await run(`app users rm ${user} --yes`, env)).toMatchObject({ exitCode: 0 });
    expect((await run('app users list -o id', env)).stdout).not.toContain(user);
  });

  it('is told in help, and its mistakes name the command', async () => {
    const { stdout } = await run('endpoints rm --help');
    expect(stdout).toBe((await run('endpoints delete --help')).stdout);
    expect(stdout).toContain('\nAlso: tunnelctl endpoints rm, tunnelctl endpoints remove\n');
    expect(await run('endpoints ls --limt 3')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        "error: unknown option '--limt'; did you mean --limit?\n" +
        'hint: tunnelctl endpoints list --help shows what it takes\n',
    });
  });

  it('never stands above a name, and never means a part of one', async () => {
    const { stdout } = await run('sandbox faults add --help');
    expect(stdout).toMatch(/^Usage: tunnelctl sandbox faults add /);
    expect((await run('edges http routes user-agent-filter get a b')).exitCode).toBe(2);
  });
});

describe('a word that leads nowhere', () => {
  it.each([
    ['users list', 'users', 'tunnelctl app users list'],
    ['users', 'users', 'tunnelctl app users'],
    ['sessions ls', 'sessions', 'tunnelctl tunnel-sessions list'],
    ['session get ts_1', 'session', 'tunnelctl tunnel-sessions get ts_1'],
    ['operators', 'operators', 'tunnelctl kubernetes-operators'],
    ['keys create', 'keys', 'tunnelctl api-keys create'],
    ['certs', 'certs', 'tunnelctl ssh-user-certificates or tunnelctl ssh-host-certificates'],
    ['ip-restriction get edgtcp_1', 'ip-restriction', 'tunnelctl edges tcp ip-restriction get edgtcp_1'],
    ['list endpoints', 'list', 'tunnelctl endpoints list'],
    ['ls endpoint', 'ls', 'tunnelctl endpoints list'],
    ['get endpoints', 'get', 'tunnelctl endpoints list'],
    ['get endpoint ep_1', 'get', 'tunnelctl endpoints get ep_1'],
    ['delete sessions', 'delete', 'tunnelctl tunnel-sessions'],
    ['stop session ts_1', 'stop', 'tunnelctl tunnel-sessions stop ts_1'],
    ['create key', 'create', 'tunnelctl api-keys create'],
    ['endpoints describe ep_1', 'describe', 'tunnelctl endpoints get ep_1'],
    ['endpoints edit ep_1', 'edit', 'tunnelctl edit endpoints ep_1'],
    ['endpoints modify ep_1', 'modify', 'tunnelctl endpoints update ep_1'],
    ['tunnel-sessions kill ts_1', 'kill', 'tunnelctl tunnel-sessions stop ts_1'],
    ['endponts list', 'endponts', 'tunnelctl endpoints list'],
    ['endpoints lst', 'lst', 'tunnelctl endpoints list'],
    ['agents', 'agents', 'tunnelctl sandbox agents'],
    ['users list --columns name', 'users', 'tunnelctl app users list'],
    ['keys --where description=ci ls', 'keys', 'tunnelctl api-keys'],
    ['list --profile sandbox endpoints --limit 3', 'list', 'tunnelctl endpoints list'],
    ['list --sandbox endpoints', 'list', 'tunnelctl endpoints list'],
    ['users --help', 'users', 'tunnelctl app users'],
    ['help users', 'users', 'tunnelctl help app users'],
    ['help enviroment', 'enviroment', 'tunnelctl help environment'],
    ['get endpoint a$b', 'get', "tunnelctl endpoints get 'a$b'"],
    ['entirely-else', 'entirely-else', undefined],
  ])('suggests what to run: %s', async (line, word, suggestion) => {
    const { exitCode, stdout, stderr } = await run(line);
    const meant = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
    expect({ exitCode, stdout, first: stderr.split('\n')[0] }).toEqual({
      exitCode: 2,
      stdout: '',
      first: `error: unknown command '${word}'${meant}`,
    });
  });

  it('gives programs what can be run', async () => {
    const { stderr } = await run('list endpoints -o json');
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'USAGE',
      next: ['tunnelctl endpoints list', 'tunnelctl --help'],
    });
  });

  it('repeats no option, since one may hold a secret', async () => {
    const { stderr } = await run('list endpoints --api-key k-secret-1');
    expect(stderr).not.toContain('k-secret-1');
  });
});

describe('an option that there is not', () => {
  it.each([
    ['kubernetes-operators create --cluster-name x', '--cluster-name', '--deployment.cluster-name'],
    ['endpoints delete ep_1 --force', '--force', '--yes'],
    ['endpoints list --format json', '--format', '--output'],
    ['endpoints list --fields id', '--fields', '--columns'],
    ['endpoints list --sort url', '--sort', '--sort-by'],
    ['endpoints list --token x', '--token', '--api-key'],
    ['endpoints list --columsn id', '--columsn', '--columns'],
  ])('is answered with the one that is meant: %s', async (line, flag, meant) => {
    expect((await run(line)).stderr.split('\n')[0]).toBe(
      `error: unknown option '${flag}'; did you mean ${meant}?`,
    );
  });

  it('is not guessed at wildly', () => {
    const known = ['--target.datadog.api-key', '--target.datadog.service', '--yes'];
    expect(nearOptions('--api-key', known)).toEqual(['--target.datadog.api-key']);
    expect(nearOptions('--service=web', known)).toEqual(['--target.datadog.service']);
    expect(nearOptions('--key', known)).toEqual(['--target.datadog.api-key']);
    expect(nearOptions('--entirely-else', known)).toEqual([]);
    expect(nearOptions('--constructor', known)).toEqual([]);
    expect(nearOptions('-x', known)).toEqual([]);
  });
});
