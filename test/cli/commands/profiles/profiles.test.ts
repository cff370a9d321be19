import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, startCli } from '../../../harness/run-cli.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';
import { account, keyId } from '../../settings/account.ts';

describe('profiles', () => {
  it('are listed with what they use, and never with a key', async () => {
    const { logIn, run, baseUrl } = await account();
    await logIn('work');
    await run(['config', 'set', 'base-url', 'https://api.example.com', '--profile', 'other']);
    expect(await run(['profiles', 'list'])).toEqual({
      exitCode: 0,
      stdout: [
        `other\thttps://api.example.com\t\t\tfalse\t`,
        `work\t${baseUrl}\tstored\t${keyId}\ttrue\t`,
        'sandbox\t\tnot needed\t\tfalse\t',
        '',
      ].join('\n'),
      stderr: '',
    });
    const terminal = { isTTY: true, columns: 140, env: { NO_COLOR: '1', TUNNELCTL_PAGER: '' } };
    const { stdout } = await run(['profiles', 'list'], terminal);
    expect(stdout.split('\n')[0]).toBe(
      'NAME     BASE_URL                 KEY         API_KEY_ID                      USED   SETTINGS',
    );
    expect(JSON.parse((await run(['profiles', 'list', '--json'])).stdout)[1]).toEqual({
      name: 'work',
      base_url: baseUrl,
      key: 'stored',
      api_key_id: keyId,
      used: true,
      settings: {},
    });
  });

  it('show a credential command as it can be pasted, and as its words to programs', async () => {
    const { run } = await account();
    await run(['config', 'set', 'base-url', 'https://api.example.com', '--profile', 'vault']);
    const typed = ['pass', 'show', "it's mine", '$HOME'];
    await run(['config', 'set', 'credential-command', '--profile', 'vault', '--', ...typed]);
    const pasted = `pass show 'it'\\''s mine' '$HOME'`;
    const shown = await run(['profiles', 'show', 'vault', '--columns', 'credential-command']);
    expect(shown.stdout).toBe(`${pasted}\n`);
    const terminal = { isTTY: true, columns: 140, env: { NO_COLOR: '1', TUNNELCTL_PAGER: '' } };
    const { stdout } = await run(['profiles', 'list'], terminal);
    expect(stdout.split('\n')[1]).toMatch(/^vault .* command .* credential-command=pass show 'it/);
    expect(stdout).toContain(`credential-command=${pasted}`);
    const whole = JSON.parse((await run(['profiles', 'list', '--json'])).stdout);
    expect(whole[0].settings).toEqual({ 'credential-command': typed });
  });

  it('take --columns, --query, --sort-by and every format, as records do', async () => {
    const { logIn, run } = await account();
    await logIn('work');
    const stdout = async (...options: string[]) => (await run(['profiles', 'list', ...options])).stdout;
    expect(await stdout('--query', '[?used].name')).toBe('work\n');
    expect(await stdout('--columns', 'name,used', '-o', 'csv')).toBe(
      'name,used\r\nwork,true\r\nsandbox,false\r\n',
    );
    expect(await stdout('--columns', 'name', '--sort-by', 'name', '-o', 'raw')).toBe('sandbox\nwork\n');
    expect(await stdout('--headers', '--columns', 'name,used')).toBe(
      'NAME     USED\nwork     true\nsandbox  false\n',
    );
    expect((await run(['profiles', 'show', 'work', '--query', 'name'])).stdout).toBe('work\n');
    expect(await run(['profiles', 'list', '--columns', 'nmae'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--columns "nmae" is not a column; did you mean name?'),
    });
  });

  it('are chosen, shown and deleted by name', async () => {
    const { logIn, run, settings, keys } = await account();
    await logIn('one');
    await logIn('two');
    expect(await run(['profiles', 'use', 'one'])).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: 'profile one is used from now on\n',
    });
    expect((await run(['profiles', 'show'])).stdout).toContain('name\tone\n');
    expect(await run(['profiles', 'use', 'tow'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('did you mean two?\n'),
    });
    expect(await run(['profiles', 'delete', 'one'])).toMatchObject({
      exitCode: 2,
      stderr:
        'error: this needs a confirmation, and there is no terminal to ask for it\n' +
        'hint: add --yes to go ahead without being asked\n',
    });
    expect(await run(['profiles', 'delete', 'one', '--yes'])).toMatchObject({
      exitCode: 0,
      stderr: 'deleted profile one; no profile is in use now\n',
    });
    expect([settings(), Object.keys(keys())]).toEqual([{ profiles: { two: expect.anything() } }, ['two']]);
    expect(await run(['profiles', 'delete', 'sandbox', '--yes'])).toMatchObject({ exitCode: 2 });
  });
});

describe('config', () => {
  it('sets and takes out settings of everything and of one profile', async () => {
    const { logIn, run, settings, baseUrl } = await account();
    await logIn('work');
    const said = async (line: string) => (await run([...line.split(' '), '-o', 'table'])).stderr;
    expect(await said('config set page-size 50')).toBe('page-size is 50 from now on\n');
    expect(await said('config set output jsonl --profile work')).toBe(
      'output is jsonl in profile work from now on\n',
    );
    expect(await said('config set credential-command --profile work -- pass show a b')).toContain('');
    expect(settings()).toMatchObject({
      settings: { 'page-size': 50 },
      profiles: { work: { 'base-url': baseUrl, output: 'jsonl' } },
    });
    expect(await run(['config', 'get', 'page_size', '-o', 'table'])).toEqual({
      exitCode: 0,
      stdout: '50\n',
      stderr: '',
    });
    expect(await said('config unset page-size')).toBe('page-size is no longer set\n');
    expect(await said('config unset page-size')).toBe('page-size was not set\n');
    expect(await run(['config', 'get', 'page-size', '-o', 'table'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'page-size is not set\n',
    });
  });

  it('lists what holds by default, and where each value was found', async () => {
    const { run, env } = await account();
    const list = (...options: string[]) =>
      runCli(['config', 'list', ...options], {
        env: {
          TUNNELCTL_CONFIG_DIR: join(env.XDG_CONFIG_HOME, 'tunnelctl'),
          PAGER: 'most',
          TUNNELCTL_COLOR: 'never',
        },
      });
    await run(['config', 'set', 'timeout', '5']);
    expect(await list()).toEqual({
      exitCode: 0,
      stdout: [
        'base-url\t\tnot set',
        'credential-command\t\tnot set',
        'output\ttable\tdefault',
        'headers\tauto\tdefault',
        'page-size\t100\tdefault',
        'pager\tmost\tPAGER',
        'color\tnever\tTUNNELCTL_COLOR',
        'timeout\t5\tsettings file',
        'retries\t2\tdefault',
        'ca-cert\t\tnot set',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect((await list('--query', "[?origin=='PAGER'].value")).stdout).toBe('most\n');
    expect((await list('--columns', 'name', '--sort-by', 'name', '-o', 'csv')).stdout).toMatch(
      /^name\r\nbase-url\r\n/,
    );
  });

  it('prints one fact as it is, and what is around it where that is chosen', async () => {
    const { run, directory } = await account();
    await run(['config', 'set', 'page-size', '50']);
    const stdout = async (line: string) => (await run(line.split(' '))).stdout;
    expect(await stdout('config get page-size -o raw')).toBe('50\n');
    expect(await stdout('config get page-size --query origin')).toBe('settings file\n');
    expect(await stdout('config path -o raw')).toBe(`${join(directory, 'settings.json')}\n`);
    expect(await stdout('config path --columns keys')).toBe(`${join(directory, 'keys.json')}\n`);
    expect(JSON.parse(await stdout('config path -o json'))).toEqual({
      path: join(directory, 'settings.json'),
      keys: join(directory, 'keys.json'),
      exists: true,
    });
    expect(await stdout('config path -o none')).toBe('');
  });

  it.each([
    [
      'config set ouput json',
      'error: "ouput" is not a setting; did you mean output?\nhint: settings: base-url, ',
    ],
    ['config set output jsno', 'error: output "jsno" is not one of table, wide, json'],
    ['config set page-size 500', 'error: page-size must be at most 100\n'],
    ['config set page-size x', 'error: page-size "x" is not a number\n'],
    [
      'config set base-url https://a.example',
      'error: --profile is required: base-url belongs to a profile\n',
    ],
    ['config set base-url nowhere --profile a', 'error: base URL "nowhere" is not a URL'],
    ['config set base-url https://a.example --profile sandbox', 'error: --profile sandbox is built in'],
    [
      'config set output json --profile nwe',
      'error: there is no profile "nwe"\nhint: set its base-url first',
    ],
    ['config set output json yaml', 'error: <value> of output is one word'],
    ['config get', 'error: <setting> is required\n'],
    ['config gte output', "error: unknown command 'gte'; did you mean tunnelctl config get output?\n"],
  ])('refuses %s', async (line, message) => {
    const { run, directory } = await account();
    const { exitCode, stdout, stderr } = await run(line.split(' '));
    expect({ exitCode, stdout, message: stderr.slice(0, message.length) }).toEqual({
      exitCode: 2,
      stdout: '',
      message,
    });
    expect(existsSync(join(directory, 'settings.json'))).toBe(false);
  });

  it('follows a link to where somebody keeps the file', async () => {
    const { run, logIn, directory } = await account();
    await logIn('work');
    const elsewhere = join(temporaryDirectory(), 'mine.json');
    writeFileSync(elsewhere, readFileSync(join(directory, 'settings.json')));
    (await import('node:fs')).rmSync(join(directory, 'settings.json'));
    symlinkSync(elsewhere, join(directory, 'settings.json'));
    await run(['config', 'set', 'timeout', '5']);
    expect(JSON.parse(readFileSync(elsewhere, 'utf8'))).toMatchObject({ settings: { timeout: 5 } });
  });

  it('says which file it cannot write', async () => {
    const directory = join(temporaryDirectory(), 'file');
    writeFileSync(directory, '');
    const env = { TUNNELCTL_CONFIG_DIR: directory };
    expect(await runCli(['config', 'set', 'timeout', '5'], { env })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^error: cannot write .*file\/settings\.json: /),
    });
  });
});

describe('serve --save-profile', () => {
  it('stores the address with its new key, and keeps the key when the service starts again elsewhere', async () => {
    const cwd = temporaryDirectory();
    const env = { HOME: cwd };
    const serve = async () => {
      const service = startCli(['serve', '--port', '0', '--data', 'a.db', '--save-profile', 'local'], {
        cwd,
        env,
      });
      await service.firstOutput;
      return service;
    };
    const list = () => runCli(['api-keys', 'list', '--profile', 'local', '-o', 'json'], { env });
    for (let start = 0; start < 2; start++) {
      const service = await serve();
      await expect.poll(async () => (await list()).exitCode).toBe(0);
      service.signal('SIGTERM');
      expect((await service.outcome).stderr).toContain(
        'use it with --profile local, or in every shell: tunnelctl profiles use local\n',
      );
    }
  });
});
