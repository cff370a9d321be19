import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordingService } from '../../client/recording-service.ts';
import { page } from '../../client/records.ts';
import { runCli } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

interface Files {
  readonly settings?: unknown;
  readonly keys?: unknown;
}

/** A user with these files, and two services that note what reaches them. */
async function surroundings(files: (one: string, two: string) => Files = () => ({})) {
  const directory = temporaryDirectory();
  const one = await recordingService({ body: page('endpoints', []) });
  const two = await recordingService({ body: page('endpoints', []) });
  const { settings, keys } = files(one.baseUrl, two.baseUrl);
  const write = (name: string, content: unknown) => {
    writeFileSync(join(directory, name), typeof content === 'string' ? content : JSON.stringify(content));
    chmodSync(join(directory, name), 0o600);
  };
  if (settings !== undefined) write('settings.json', settings);
  if (keys !== undefined) write('keys.json', keys);
  return {
    directory,
    one: one.baseUrl,
    two: two.baseUrl,
    /** Runs a command line and says which service got which key. */
    async run(line: string, env: Record<string, string> = {}) {
      const argv = line.replaceAll('ONE', one.baseUrl).replaceAll('TWO', two.baseUrl).split(' ');
      const outcome = await runCli(argv, { env: { TUNNELCTL_CONFIG_DIR: directory, ...env } });
      const keysAt = ({ requests }: typeof one) =>
        requests.splice(0).map(({ headers }) => String(headers.authorization).replace('Bearer ', ''));
      return { ...outcome, one: keysAt(one), two: keysAt(two) };
    },
  };
}

const twoProfiles = (one: string, two: string): Files => ({
  settings: {
    profile: 'first',
    settings: { output: 'csv' },
    profiles: { first: { 'base-url': one, output: 'json' }, second: { 'base-url': two } },
  },
  keys: { first: { key: 'key-1', origin: one }, second: { key: 'key-2', origin: two } },
});

describe('where to connect', () => {
  it('is what the option says, then the environment, then the profile', async () => {
    const { run, one, two } = await surroundings(twoProfiles);
    const list = 'endpoints list';
    expect(await run(list)).toMatchObject({ one: ['key-1'], two: [] });
    expect(await run(list, { TUNNELCTL_PROFILE: 'second' })).toMatchObject({ one: [], two: ['key-2'] });
    expect(await run(`${list} --profile second`, { TUNNELCTL_PROFILE: 'first' })).toMatchObject({
      two: ['key-2'],
    });
    const env = { TUNNELCTL_BASE_URL: two, TUNNELCTL_API_KEY: 'key-e' };
    expect(await run(list, env)).toMatchObject({ one: [], two: ['key-e'] });
    expect(await run(`${list} --base-url ${one} --api-key key-o`, env)).toMatchObject({
      one: ['key-o'],
      two: [],
    });
    expect(await run(list, { TUNNELCTL_API_KEY: 'key-e' })).toMatchObject({ one: ['key-e'] });
  });

  it('is the profile that an option names, whatever the shell exports', async () => {
    const { run, two } = await surroundings(twoProfiles);
    const env = { TUNNELCTL_BASE_URL: two, TUNNELCTL_API_KEY: 'key-e' };
    expect(await run('endpoints list --profile first', env)).toMatchObject({ one: ['key-1'], two: [] });
  });

  it('says the three ways when nothing is set up, before any request', async () => {
    const { run } = await surroundings();
    expect(await run('endpoints list')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: no base URL and no API key to call the service with\n' +
        'hint: run tunnelctl login, set TUNNELCTL_BASE_URL and TUNNELCTL_API_KEY (or --base-url and --api-key), ' +
        'or add --sandbox to run against the service in this process\n',
      one: [],
      two: [],
    });
    expect((await run('endpoints list --base-url ONE')).stderr).toContain('error: no API key to call');
    expect((await run('endpoints list --api-key k')).stderr).toContain('error: no base URL to call');
  });

  it('is never a profile that does not exist', async () => {
    const { run } = await surroundings(twoProfiles);
    expect(await run('endpoints list --profile frist')).toMatchObject({
      exitCode: 2,
      stderr:
        'error: there is no profile "frist"; did you mean first?\n' +
        'hint: tunnelctl profiles list shows them; tunnelctl login --profile NAME makes one\n',
      one: [],
    });
    const { stderr } = await run('endpoints list', { TUNNELCTL_PROFILE: 'constructor' });
    expect(stderr).toContain('error: there is no profile "constructor" (named by TUNNELCTL_PROFILE)\n');
  });
});

describe('the key of a profile', () => {
  it('goes to the origin that it was stored for and to no other', async () => {
    const { run, one, two } = await surroundings(twoProfiles);
    const refusal = (place: string) => ({
      exitCode: 2,
      stdout: '',
      stderr:
        `error: the API key of profile first belongs to ${one} and is not sent to ${two} (${place})\n` +
        'hint: give the key for that host with --api-key or TUNNELCTL_API_KEY, ' +
        `or log in to it: tunnelctl login --profile NAME --base-url ${two}\n`,
      one: [],
      two: [],
    });
    // Without settings of its own for output, so that errors are lines.
    const text = { TUNNELCTL_OUTPUT: 'table' };
    expect(await run('endpoints list --base-url TWO', text)).toEqual(refusal('--base-url'));
    expect(await run('endpoints list', { ...text, TUNNELCTL_BASE_URL: two })).toEqual(
      refusal('TUNNELCTL_BASE_URL'),
    );
    expect(await run('endpoints list --base-url ONE/v1')).toMatchObject({ one: ['key-1'] });
    expect(await run('endpoints list --base-url TWO --api-key mine')).toMatchObject({ two: ['mine'] });
  });

  it('stays at home when somebody changes the base URL of the profile', async () => {
    const { run, one, two } = await surroundings(twoProfiles);
    expect((await run('config set base-url TWO --profile first -o table')).stderr).toBe(
      `base-url is ${two} in profile first from now on\n` +
        `note: the stored key of profile first belongs to ${one} and is not sent elsewhere; ` +
        'tunnelctl login --profile first stores another\n',
    );
    expect(await run('endpoints list -o table')).toMatchObject({ exitCode: 2, one: [], two: [] });
  });

  it('is not taken from a file that others can read', async () => {
    const { run, directory } = await surroundings(twoProfiles);
    const file = join(directory, 'keys.json');
    chmodSync(file, 0o640);
    expect(await run('endpoints list -o table')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        `error: the keys file ${file} is open to other users (mode 0640), so it is not used\n` +
        `hint: run chmod 600 ${file}; if others may have read the keys, replace them\n`,
      one: [],
      two: [],
    });
    expect(await run('endpoints list --api-key k')).toMatchObject({ one: ['k'] });
  });
});

describe('the sandbox as a profile', () => {
  const sandbox = { settings: { profile: 'sandbox' } };

  it('is what plain commands use once it is chosen', async () => {
    const { run, directory } = await surroundings();
    const env = { XDG_DATA_HOME: directory };
    expect(await run('profiles use sandbox', env)).toMatchObject({
      exitCode: 0,
      stderr: 'the sandbox is used from now on\n',
    });
    expect(await run('whoami -o json', env)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('"sandbox": true'),
    });
    expect(await run('endpoints list -o json', env)).toMatchObject({ exitCode: 0, stdout: '[]\n' });
    expect(await run('endpoints list -o json --profile sandbox', env)).toMatchObject({
      exitCode: 0,
      stdout: '[]\n',
    });
  });

  it('gives way to what stands above it, and to nothing that stands beside it', async () => {
    const { run, one, directory } = await surroundings(() => sandbox);
    const env = { TUNNELCTL_BASE_URL: one, TUNNELCTL_API_KEY: 'key-e', XDG_DATA_HOME: directory };
    expect(await run('endpoints list', env)).toMatchObject({ exitCode: 0, one: ['key-e'] });
    expect(await run('endpoints list --sandbox', env)).toMatchObject({ exitCode: 0, one: [] });
    expect(await run('endpoints list', { ...env, TUNNELCTL_PROFILE: 'sandbox' })).toMatchObject({
      exitCode: 2,
      stderr: 'error: TUNNELCTL_PROFILE=sandbox and TUNNELCTL_BASE_URL name two services; give one\n',
      one: [],
    });
    expect((await run('endpoints list --profile sandbox --base-url ONE', env)).stderr).toBe(
      'error: --profile sandbox and --base-url name two services; give one\n',
    );
    expect((await run('endpoints list --sandbox --profile first')).stderr).toBe(
      'error: --sandbox and --profile first name two services; give one\n',
    );
  });
});

describe('settings', () => {
  it('are looked for in options, environment, profile and the settings of all profiles', async () => {
    const { run } = await surroundings(twoProfiles);
    const empty = { table: '', json: '[]\n', jsonl: '' };
    expect((await run('endpoints list')).stdout).toBe(empty.json);
    expect((await run('endpoints list', { TUNNELCTL_OUTPUT: 'jsonl' })).stdout).toBe(empty.jsonl);
    expect((await run('endpoints list -o json', { TUNNELCTL_OUTPUT: 'jsonl' })).stdout).toBe(empty.json);
    const { stdout } = await run('config list --origin -o json --profile second --timeout 5', {
      TUNNELCTL_PAGE_SIZE: '7',
      TUNNELCTL_COLOR: '',
    });
    const found = Object.fromEntries(
      JSON.parse(stdout).map(({ name, value, origin }: Record<string, string>) => [
        name,
        `${value} ${origin}`,
      ]),
    );
    expect(found).toMatchObject({
      output: 'json --output',
      'page-size': '7 TUNNELCTL_PAGE_SIZE',
      timeout: '5 --timeout',
      color: 'auto default',
    });
    expect((await run('config get output --profile second')).stdout).toContain('csv');
  });

  it('of the environment are judged where they are used', async () => {
    const { run } = await surroundings(twoProfiles);
    expect(await run('endpoints list', { TUNNELCTL_OUTPUT: 'jsn' })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /^error: TUNNELCTL_OUTPUT "jsn" is not one of table, .*none; did you mean json(l)?( or jsonl)?\?\n/,
      ),
      one: [],
    });
    expect((await run('endpoints list -o table', { TUNNELCTL_TIMEOUT: 'soon' })).stderr).toBe(
      'error: TUNNELCTL_TIMEOUT "soon" is not a number of seconds for each request; write --timeout 300, or --wait-timeout 5m where a command waits\n',
    );
  });

  it.each([
    ['{"profile":', 'it is not JSON'],
    ['[]', 'it does not hold a JSON object'],
    ['{"settings":{"page-size":"many"}}', 'settings.page-size must be a whole number, not a string'],
    ['{"profiles":{"a":{"output":"x"}}}', 'profiles.a.output: "x" is not one of'],
  ])('in a damaged file %s end every command, and the file stays as it is', async (text, problem) => {
    const { run, directory } = await surroundings(() => ({ settings: text }));
    const file = join(directory, 'settings.json');
    for (const line of ['endpoints list', 'config set output json', 'profiles use sandbox', 'config list']) {
      const { exitCode, stdout, stderr } = await run(line);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      expect(stderr).toContain(`error: the file ${file} is damaged: ${problem}`);
      expect(stderr).toContain('hint: correct it, or move it away to start afresh; it was left as it is\n');
    }
    expect((await import('node:fs')).readFileSync(file, 'utf8')).toBe(text);
  });

  it('are where XDG says, or below the home directory', async () => {
    const home = temporaryDirectory();
    mkdirSync(join(home, '.config/tunnelctl'), { recursive: true });
    const path = async (env: Record<string, string>) =>
      (await runCli(['config', 'path'], { env, cwd: '/somewhere' })).stdout;
    expect(await path({ HOME: home })).toBe(`${home}/.config/tunnelctl/settings.json\n`);
    expect(await path({ HOME: home, XDG_CONFIG_HOME: '/x' })).toBe('/x/tunnelctl/settings.json\n');
    expect(await path({ HOME: home, XDG_CONFIG_HOME: 'x' })).toBe(
      `${home}/.config/tunnelctl/settings.json\n`,
    );
    expect(await path({ HOME: home, TUNNELCTL_CONFIG_DIR: 'here' })).toBe('/somewhere/here/settings.json\n');
    expect(await runCli(['config', 'path'])).toMatchObject({
      exitCode: 2,
      stderr: 'error: no home directory to keep settings in; name a directory in TUNNELCTL_CONFIG_DIR\n',
    });
  });
});
