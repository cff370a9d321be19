import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exampleKeys } from '../../../../src/contract/examples/example-keys.ts';
import { runCli, startCli } from '../../../harness/run-cli.ts';
import { serveInProcess } from '../../../harness/served-sandbox.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

describe('--sandbox', () => {
  it('keeps what it is told in the default file, without a server or a key', async () => {
    const home = temporaryDirectory();
    const env = { HOME: home };
    const argv = ['--sandbox', 'ssh-credentials', 'create', '--acl', 'bind:*.example.com'];
    const made = await runCli([...argv, '--public-key', exampleKeys.ed25519, '-o', 'json'], { env });
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    const listed = await runCli(['ssh-credentials', 'list', '--sandbox', '-o', 'json'], { env });
    expect(JSON.parse(listed.stdout)).toEqual([JSON.parse(made.stdout)]);
    expect(existsSync(join(home, '.local/share/tunnelctl/sandbox.db'))).toBe(true);
  });

  it('takes another file, and the directory that XDG names', async () => {
    const cwd = temporaryDirectory();
    expect(await runCli(['endpoints', 'list', '--sandbox', '--data', 'a.db'], { cwd })).toMatchObject({
      exitCode: 0,
    });
    await runCli(['endpoints', 'list', '--sandbox'], { env: { XDG_DATA_HOME: cwd, HOME: '/nonexistent' } });
    expect(existsSync(join(cwd, 'a.db')) && existsSync(join(cwd, 'tunnelctl/sandbox.db'))).toBe(true);
  });

  it('does not go with a base URL, nor without a place for its file', async () => {
    const argv = ['endpoints', 'list', '--sandbox'];
    expect(await runCli([...argv, '--base-url', 'http://127.0.0.1:1'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: --sandbox and --base-url name two services; give one\n',
    });
    expect(await runCli(argv)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: no home directory to keep the sandbox in; name a file with --data\n',
    });
  });

  it('says what is wrong with a file that it cannot use', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(
      join(cwd, 'notes'),
      'not a database, but long enough to be taken for one by its first bytes',
    );
    const { exitCode, stdout, stderr } = await runCli(['endpoints', 'list', '--sandbox', '--data', 'notes'], {
      cwd,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^error: .*notes.*\n$/);
  });
});

describe('serve', () => {
  it('announces itself in lines that set up another shell, and ends at a signal with exit code 0', async () => {
    const cwd = temporaryDirectory();
    const service = startCli(['serve', '--port', '0', '--data', 'sandbox.db'], { cwd });
    await service.firstOutput;
    service.signal('SIGTERM');
    const { exitCode, stdout, stderr } = await service.outcome;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(
      stdout
        .replace(/:\d+/g, ':PORT')
        .replace(/sshca_\w+/, 'sshca_ID')
        .replace(/(KEY=|key=).*/g, '$1TOKEN'),
    ).toBe(
      [
        'listening on http://127.0.0.1:PORT',
        `data in ${join(cwd, 'sandbox.db')}`,
        'SSH certificate authority sshca_ID',
        '',
        'In another shell (the key is shown only this once):',
        '  export TUNNELCTL_BASE_URL=http://127.0.0.1:PORT TUNNELCTL_API_KEY=TOKEN',
        '',
        'In a browser:',
        '  http://127.0.0.1:PORT/#key=TOKEN',
        '',
      ].join('\n'),
    );
    const again = startCli(['serve', '--port', '0', '--data', 'sandbox.db'], { cwd });
    await again.firstOutput;
    again.signal('SIGINT');
    expect((await again.outcome).stdout).toMatch(
      /\nIn another shell:\n {2}export TUNNELCTL_BASE_URL=\S+\n\nIn a browser, which asks for a key:\n {2}http:\S+\/\n\nThe keys made before still work; tunnelctl serve --new-key makes another\.\n$/,
    );
  });

  it('makes a key at first start and with --new-key, and shares its file with --sandbox', async () => {
    const cwd = temporaryDirectory();
    const first = await serveInProcess([], { cwd, env: { HOME: cwd } });
    expect(await runCli(['api-keys', 'create'], { env: first.env })).toMatchObject({ exitCode: 0 });
    first.serving.signal('SIGINT');
    await first.serving.outcome;
    const second = await serveInProcess(['--new-key'], { cwd, env: { HOME: cwd } });
    expect(second.announcement).toMatchObject({ api_key: expect.any(String), pid: process.pid });
    const env = { ...first.env, TUNNELCTL_BASE_URL: second.announcement.url };
    const { stdout } = await runCli(['api-keys', 'list', '-o', 'json'], { env });
    expect(JSON.parse(stdout)).toHaveLength(3);
    second.serving.signal('SIGINT');
    expect(await second.serving.outcome).toMatchObject({ exitCode: 0 });
    const inProcess = await runCli(['api-keys', 'list', '--sandbox', '-o', 'json'], { env: { HOME: cwd } });
    expect(JSON.parse(inProcess.stdout)).toHaveLength(3);
  });

  it('leaves nothing behind with --ephemeral, and holds the demo account with --seed demo', async () => {
    const cwd = temporaryDirectory();
    const { serving, announcement, env } = await serveInProcess(['--ephemeral', '--seed', 'demo'], {
      cwd,
      env: { HOME: cwd },
    });
    const sessions = await runCli(['tunnel-sessions', 'list', '-o', 'json'], { env });
    expect(JSON.parse(sessions.stdout)).toHaveLength(4);
    expect(existsSync(announcement.data)).toBe(true);
    serving.signal('SIGHUP');
    expect(await serving.outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(existsSync(join(announcement.data, '..'))).toBe(false);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.each<[string[], string]>([
    [['--port', '70000'], 'error: --port "70000" is not a whole number from 0 to 65535\n'],
    [['--print', 'xml'], 'error: --print "xml" is not one of text, json\n'],
    [['--ephemeral', '--data', 'x.db'], 'error: --ephemeral keeps no file; leave --data out\n'],
    [['--seed', 'absent.yml'], 'error: --seed cannot read the file absent.yml: no such file or directory\n'],
  ])('refuses %j', async (argv, stderr) => {
    const cwd = temporaryDirectory();
    expect(await runCli(['serve', ...argv], { cwd, env: { HOME: cwd } })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr,
    });
  });

  it('says that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    expect(await runCli(['serve', '--ephemeral', '--port', String(port)])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `error: cannot listen on 127.0.0.1 port ${port}: the address is in use; choose another --port, or 0 for any\n`,
    });
  });
});
