import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account, keyId, secret, token } from '../../settings/account.ts';

describe('login', () => {
  it('tries the key, then stores profile and key in two files that only the owner can read', async () => {
    const { logIn, baseUrl, requests, settings, keys, mode } = await account();
    expect(await logIn('work')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `logged in to ${baseUrl} with key ${keyId}; profile work is used from now on\n`,
    });
    expect(requests.map(({ method, target }) => `${method} ${target}`)).toEqual([`GET /api_keys/${keyId}`]);
    expect(settings()).toEqual({ profile: 'work', profiles: { work: { 'base-url': baseUrl } } });
    expect(keys()).toEqual({ work: { key: token, origin: baseUrl } });
    expect([mode(), mode('settings.json'), mode('keys.json')]).toEqual(['700', '600', '600']);
  });

  it('makes plain commands work, and takes the mode of a file that was looser away', async () => {
    const { logIn, run, requests, directory, mode } = await account();
    mkdirSync(directory);
    writeFileSync(join(directory, 'settings.json'), '{"settings":{"output":"json"},"of-a-newer-version":1}');
    chmodSync(join(directory, 'settings.json'), 0o644);
    await logIn('work', '-o', 'table');
    expect(await run(['endpoints', 'list'])).toEqual({ exitCode: 0, stdout: '[]\n', stderr: '' });
    expect(requests.at(-1)).toMatchObject({ headers: { authorization: `Bearer ${token}` } });
    expect(mode('settings.json')).toBe('600');
    expect(readFileSync(join(directory, 'settings.json'), 'utf8')).toContain('of-a-newer-version');
  });

  it('stores nothing when the key does not work, unless told not to try it', async () => {
    const { run, baseUrl, directory, keys } = await account();
    const argv = ['login', '--base-url', baseUrl, '--with-key'];
    expect(await run(argv, { stdin: 'wrong' })).toEqual({
      exitCode: 4,
      stdout: '',
      stderr:
        'nothing was stored; --no-verify stores without trying the key\n' +
        'error: no API key has this token (ERR_UNKNOWN_API_KEY)\n' +
        'hint: check that the token is whole and belongs to the account behind this base URL\n' +
        'operation id: op_1\n',
    });
    expect(existsSync(directory)).toBe(false);
    expect(await run([...argv, '--no-verify'], { stdin: 'wrong' })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `logged in to ${baseUrl}; profile default is used from now on\n`,
    });
    expect(keys()).toEqual({ default: { key: 'wrong', origin: baseUrl } });
  });

  it('answers a program with an object', async () => {
    const { logIn, baseUrl } = await account();
    const { stdout, stderr } = await logIn('work', '-o', 'json');
    expect(JSON.parse(stdout)).toEqual({ profile: 'work', base_url: baseUrl, api_key_id: keyId });
    expect(stderr).toBe('');
  });

  it.each<[string[], string, string]>([
    [
      ['--base-url', 'http://127.0.0.1:1'],
      '',
      'error: no API key to log in with, and no terminal to ask for it\n',
    ],
    [['--with-key'], 'k', 'error: --base-url is required to log in without a terminal\n'],
    [['--with-key', '--base-url', 'x'], 'k', 'error: base URL "x" is not a URL'],
    [['--with-key', '--base-url', 'http://127.0.0.1:1'], '', 'error: API key must not be empty\n'],
    [['--with-key', '--profile', 'sandbox'], 'k', 'error: --profile sandbox is built in'],
    [['--with-key', '--profile', '../x'], 'k', 'error: --profile "../x" is not a profile name'],
    [['--sandbox'], '', 'error: --sandbox needs no login\n'],
  ])('refuses %j', async (argv, stdin, message) => {
    const { run, directory } = await account();
    const { exitCode, stdout, stderr } = await run(['login', ...argv], { stdin });
    expect({ exitCode, stdout, message: stderr.slice(0, message.length) }).toEqual({
      exitCode: 2,
      stdout: '',
      message,
    });
    expect(existsSync(directory)).toBe(false);
  });

  it('does not turn the profile in use into another service unless it is named', async () => {
    const { logIn, run, baseUrl, settings } = await account();
    await logIn('work');
    const argv = ['login', '--base-url', 'http://127.0.0.1:1', '--with-key', '--no-verify'];
    expect(await run(argv, { stdin: token })).toMatchObject({
      exitCode: 2,
      stderr: `error: --profile is required: profile work, which is in use, belongs to ${baseUrl}\n`,
    });
    expect(await run([...argv, '--profile', 'other'], { stdin: token })).toMatchObject({ exitCode: 0 });
    expect(Object.keys(settings().profiles)).toEqual(['work', 'other']);
  });

  it('stores a profile beside the one in use with --no-use, which a script then has to name', async () => {
    const { logIn, run, baseUrl, settings, keys } = await account();
    expect((await logIn('first', '--no-use')).stderr).toBe(
      `logged in to ${baseUrl} with key ${keyId}; it is profile first, and no profile is in use\n`,
    );
    expect(settings()).toEqual({ profiles: { first: { 'base-url': baseUrl } } });
    await logIn('work');
    expect((await logIn('staging', '--no-use')).stderr).toBe(
      `logged in to ${baseUrl} with key ${keyId}; it is profile staging, and profile work stays in use\n`,
    );
    expect((await logIn('work', '--no-use')).stderr).toContain('; profile work stays in use\n');
    expect([settings().profile, Object.keys(keys())]).toEqual(['work', ['first', 'staging', 'work']]);
    expect(await run(['endpoints', 'list', '--profile', 'staging'])).toMatchObject({ exitCode: 0 });
  });

  it('says that the environment stands above what it stored', async () => {
    const { run, baseUrl } = await account();
    const { stderr } = await run(['login', '--base-url', baseUrl, '--with-key'], {
      stdin: token,
      env: { TUNNELCTL_API_KEY: 'other' },
    });
    expect(stderr).toContain('note: TUNNELCTL_API_KEY is set and stands above what is stored');
  });
});

describe('logout', () => {
  it('removes the key and keeps the profile', async () => {
    const { logIn, run, settings, keys } = await account();
    await logIn('work');
    expect(await run(['logout', '--yes'])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'removed the key of profile work\n',
    });
    expect([Object.keys(settings().profiles), keys()]).toEqual([['work'], {}]);
    expect(await run(['logout', 'work', '--yes'])).toMatchObject({
      exitCode: 0,
      stderr: 'profile work has no stored key\n',
    });
    const { exitCode, stderr } = await run(['endpoints', 'list']);
    expect({ exitCode, first: stderr.split('\n')[0] }).toEqual({
      exitCode: 2,
      first: 'error: no API key to call the service with',
    });
  });

  it('refuses without a terminal and without --yes, and knows when it is told a wrong name', async () => {
    const { logIn, run, keys } = await account();
    await logIn('work');
    expect(await run(['logout'])).toMatchObject({
      exitCode: 2,
      stderr:
        'error: this needs a confirmation, and there is no terminal to ask for it\n' +
        'hint: add --yes to go ahead without being asked\n',
    });
    expect(await run(['logout', 'wrk', '--yes'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('error: there is no profile "wrk"; did you mean work?\n'),
    });
    expect(keys()).toHaveProperty('work');
  });
});

describe('whoami', () => {
  it('shows what is used, where it was found, and that the key works', async () => {
    const { logIn, run, baseUrl } = await account();
    await logIn('work');
    const values = {
      profile: 'work',
      profile_from: 'settings file',
      base_url: baseUrl,
      base_url_from: 'profile work',
      api_key_id: keyId,
      api_key_from: 'profile work',
      owner_id: 'usr_1',
      key_works: 'true',
    };
    const lines = (separator: (name: string) => string) =>
      Object.entries(values)
        .map(([name, value]) => `${separator(name)}${value}\n`)
        .join('');
    expect(await run(['whoami'])).toEqual({
      exitCode: 0,
      stdout: lines((name) => `${name}\t`),
      stderr: '',
    });
    expect(await run(['whoami'], { isTTY: true, env: { NO_COLOR: '1', TUNNELCTL_PAGER: '' } })).toEqual({
      exitCode: 0,
      stdout: lines((name) => `${name}:`.padEnd(15)),
      stderr: '',
    });
    const { stdout } = await run(['whoami', '-o', 'json'], {
      env: { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: token },
    });
    expect(JSON.parse(stdout)).toMatchObject({
      base_url_from: 'TUNNELCTL_BASE_URL',
      api_key_from: 'TUNNELCTL_API_KEY',
      key_works: true,
    });
  });

  it('shows what is chosen of it, and asks nothing for what cannot be', async () => {
    const { logIn, run, baseUrl } = await account();
    await logIn('work');
    expect((await run(['whoami', '--query', 'base_url'])).stdout).toBe(`${baseUrl}\n`);
    expect((await run(['whoami', '--columns', 'profile,key_works', '-o', 'csv'])).stdout).toBe(
      'profile,key_works\r\nwork,true\r\n',
    );
    expect(
      await run(['whoami', '--columns', 'prfile'], { env: { TUNNELCTL_API_KEY: 'wrong' } }),
    ).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('--columns "prfile" is not a column; did you mean profile?'),
    });
  });

  it('shows it too when the key does not work, and ends with exit code 4', async () => {
    const { run, baseUrl } = await account();
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'wrong' };
    const { exitCode, stdout, stderr } = await run(['whoami'], { env });
    expect({ exitCode, last: stdout.split('\n').at(-2) }).toEqual({
      exitCode: 4,
      last: 'key_works\tfalse',
    });
    expect(stderr).toContain('ERR_UNKNOWN_API_KEY');
  });

  it('knows a key that may not see keys', async () => {
    const { run, baseUrl } = await account(() => ({
      status: 403,
      body: { error_code: 'ERR_X', status_code: 403, msg: 'no', details: { operation_id: 'op_1' } },
    }));
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: token };
    expect(await run(['whoami'], { env })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('key_works\ttrue'),
    });
  });

  it('shows the sandbox, which needs no key', async () => {
    const { run, env } = await account();
    const { exitCode, stdout } = await run(['whoami', '--sandbox', '-o', 'json'], {
      env: { XDG_DATA_HOME: env.XDG_CONFIG_HOME },
    });
    expect({ exitCode, ...JSON.parse(stdout) }).toEqual({
      exitCode: 0,
      profile: 'sandbox',
      profile_from: '--sandbox',
      sandbox: true,
      data: join(env.XDG_CONFIG_HOME, 'tunnelctl/sandbox.db'),
    });
  });
});

describe('a key that the service refuses', () => {
  const refused = 'error: no API key has this token (ERR_UNKNOWN_API_KEY)\n';

  /** What a command says of a wrong key. */
  async function said(given: {
    readonly argv?: readonly string[];
    readonly env?: (baseUrl: string, directory: string) => Record<string, string>;
    readonly stored?: boolean;
    readonly command?: readonly string[];
  }) {
    const { run, baseUrl, directory, env } = await account();
    if (given.stored) {
      const login = ['login', '--profile', 'work', '--base-url', baseUrl, '--with-key', '--no-verify'];
      await run(login, { stdin: 'wrong' });
    }
    if (given.command)
      await run(['config', 'set', 'credential-command', '--profile', 'work', '--', ...given.command]);
    const cwd = env.XDG_CONFIG_HOME;
    writeFileSync(join(cwd, 'key.txt'), 'wrong');
    const surroundings = { cwd, env: given.env?.(baseUrl, directory) ?? {} };
    const outcome = await run(['endpoints', 'list', ...(given.argv ?? [])], surroundings);
    const object = await run(['endpoints', 'list', '-o', 'json', ...(given.argv ?? [])], surroundings);
    const { hint, next } = JSON.parse(object.stderr).error;
    const shown = (text: string) => text.replaceAll(baseUrl, 'URL').replaceAll(directory, 'CONFIG');
    expect(outcome.exitCode).toBe(4);
    expect(outcome.stderr).toContain(`${refused}hint: ${hint}\n`);
    return [shown(hint), shown(next[0])];
  }

  it('is answered with login and the profile and file that it came from', async () => {
    expect(await said({ stored: true })).toEqual([
      'the key came from profile work (CONFIG/keys.json): run tunnelctl login --profile work to store another one',
      'tunnelctl login --profile work',
    ]);
  });

  it('is answered with the credential-command that printed it', async () => {
    const [hint] = await said({ stored: true, command: [process.execPath, '-p', "'wrong'"] });
    expect(hint).toBe(
      `the key came from the credential-command of profile work (${process.execPath}): ` +
        'run tunnelctl login --profile work to store another one',
    );
  });

  it('is answered with the variable that holds it, whatever profile is in use', async () => {
    const env = (baseUrl: string) => ({ TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'wrong' });
    expect(await said({ env })).toEqual([
      'the key came from TUNNELCTL_API_KEY: give another one there, or leave it out and run tunnelctl login --base-url URL',
      'tunnelctl login --base-url URL',
    ]);
    expect((await said({ env, stored: true }))[1]).toBe('tunnelctl login --profile work');
  });

  it('is answered with the option and the file that it names, never with a key', async () => {
    const env = (baseUrl: string) => ({ TUNNELCTL_BASE_URL: baseUrl, KEY: 'wrong' });
    const [named] = await said({ env, argv: ['--api-key', '@key.txt'] });
    expect(named).toContain('the key came from --api-key @key.txt: ');
    expect((await said({ env, argv: ['--api-key', 'env:KEY'] }))[0]).toContain('from --api-key env:KEY: ');
    const { run, baseUrl } = await account();
    const { stderr } = await run(['endpoints', 'list', '--base-url', baseUrl, '--api-key', 'wr0ng']);
    expect(stderr).toContain('the key came from --api-key: ');
    expect(stderr).not.toContain('wr0ng');
  });

  it.each([
    ['api', '/endpoints'],
    ['endpoints', 'get', 'ep_1', 'ep_2'],
    ['endpoints', 'wait', 'ep_1', '--for', 'exists'],
    ['sandbox', 'events'],
    ['whoami'],
  ])('is answered so by every command: %s', async (...argv) => {
    const { run, baseUrl } = await account();
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'wrong' };
    expect((await run(argv, { env })).stderr).toContain('hint: the key came from TUNNELCTL_API_KEY: ');
  });
});

it('writes the key to the keys file and says it nowhere', async () => {
  const { logIn, run, baseUrl, directory } = await account();
  const outputs = [await logIn('work')];
  for (const line of [
    'whoami',
    'whoami -o json',
    'profiles list',
    'profiles list -o yaml',
    'profiles show work -o json',
    'config list --origin',
    'config list -o json',
    'config set output json --profile work',
    'config get base-url --profile work',
    'config set base-url http://127.0.0.1:9 --profile work',
    'endpoints list --profile work',
    'endpoints list --base-url http://127.0.0.1:1 -o json',
    'profiles use sandbox',
    'logout work --yes',
    'profiles delete work --yes',
  ]) {
    outputs.push(await run(line.split(' ')), await run([...line.split(' '), '--debug']));
  }
  const shown = outputs.map(({ stdout, stderr }) => stdout + stderr).join('');
  expect(shown).toContain(keyId);
  expect(shown).toContain(baseUrl);
  expect(shown).not.toContain(secret);
  expect(readFileSync(join(directory, 'settings.json'), 'utf8')).not.toContain(secret);
});
