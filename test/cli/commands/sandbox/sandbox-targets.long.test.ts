import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAccountFile } from '../../../../src/hosting/account-file.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { serveInProcess } from '../../../harness/served-sandbox.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

// Every verb of `sandbox` acts on what is named, or refuses what names something that it cannot act on.

/** The ways to name a sandbox: by what stands on the command line, in the environment, in the settings. */
const ways = [
  'nothing',
  '--data',
  '--base-url',
  '--profile served',
  '--profile sandbox',
  '--sandbox',
  'TUNNELCTL_BASE_URL',
  'TUNNELCTL_PROFILE=served',
  'TUNNELCTL_PROFILE=sandbox',
  'profiles use served',
  '--data and TUNNELCTL_BASE_URL',
  '--data and --base-url',
  '--data and --profile served',
] as const;

type Way = (typeof ways)[number];

/** The accounts that there are. `refused` is exit code 2, with the name that the message begins with. */
type Outcome = 'default' | 'other' | 'served' | `refused: ${string}`;

type Row = Readonly<Record<Way, Outcome>>;

const twoNamed = {
  '--data and --base-url': 'refused: --data',
  '--data and --profile served': 'refused: --data',
} as const;

/** What is done through the admin API of a service, or on a file. */
const onEither: Row = {
  nothing: 'default',
  '--data': 'other',
  '--base-url': 'served',
  '--profile served': 'served',
  '--profile sandbox': 'default',
  '--sandbox': 'default',
  TUNNELCTL_BASE_URL: 'served',
  'TUNNELCTL_PROFILE=served': 'served',
  'TUNNELCTL_PROFILE=sandbox': 'default',
  'profiles use served': 'served',
  '--data and TUNNELCTL_BASE_URL': 'other',
  ...twoNamed,
};

/** What has to do with the file itself. */
const onFile: Row = {
  ...onEither,
  '--base-url': 'refused: --base-url',
  '--profile served': 'refused: --profile',
  TUNNELCTL_BASE_URL: 'refused: TUNNELCTL_BASE_URL',
  'TUNNELCTL_PROFILE=served': 'refused: TUNNELCTL_PROFILE',
  'profiles use served': 'refused: profile served',
};

/** What only a running service knows. */
const onService: Row = {
  ...onEither,
  nothing: 'refused: no base URL and no API key',
  '--data': 'refused: --data',
  '--profile sandbox': 'refused: --profile',
  '--sandbox': 'refused: --sandbox',
  'TUNNELCTL_PROFILE=sandbox': 'refused: TUNNELCTL_PROFILE',
  '--data and TUNNELCTL_BASE_URL': 'refused: --data',
};

/** What each account holds as often as there are ways, so that one can be used up by each. */
const idOf = (prefix: string, i: number) => `${prefix}_2tZ${String(i).padStart(24, '0')}`;

function seedOf(name: string): string {
  const agents = ways.map((_, i) => ({
    id: idOf('ts', i),
    os: 'linux',
    agent_version: `3.9.1-${name}`,
    ip: '203.0.113.7',
    credential_id: idOf('cr', 0),
  }));
  return JSON.stringify({
    users: [{ id: idOf('usr', 0), name: `user of ${name}` }],
    credentials: [{ id: idOf('cr', 0), owner_id: idOf('usr', 0) }],
    agents,
    abuse_reports: ways.map((_, i) => ({ id: idOf('abrp', i), urls: ['https://phish.example.com/'] })),
  });
}

interface Case {
  readonly verb: string;
  readonly row: Row;
  /** What stands behind the verb. @param i counts the ways */
  readonly words?: (i: number, home: string) => string[];
}

const cases: Case[] = [
  { verb: 'agents list', row: onEither },
  { verb: 'agents connect', row: onEither, words: (i) => ['--url', `https://a${i}.example.com`] },
  { verb: 'agents disconnect', row: onEither, words: (i) => [idOf('ts', i)] },
  { verb: 'agents offer-update', row: onEither, words: (i) => [idOf('ts', i), `3.10.${i}`] },
  { verb: 'abuse-reports process', row: onEither, words: (i) => [idOf('abrp', i)] },
  { verb: 'info', row: onEither },
  { verb: 'events', row: onEither, words: () => ['--columns', 'object.description'] },
  {
    verb: 'seed',
    row: onEither,
    words(i, home) {
      writeFileSync(join(home, `${i}.yml`), `endpoints: [{ url: 'https://s${i}.example.com' }]\n`);
      return [`${i}.yml`];
    },
  },
  {
    verb: 'import',
    row: onFile,
    words(i, home) {
      writeFileSync(join(home, `${i}.yml`), `endpoints: [{ url: 'https://i${i}.example.com' }]\n`);
      return [`${i}.yml`];
    },
  },
  { verb: 'export', row: onFile, words: () => ['-'] },
  { verb: 'path', row: onFile },
  { verb: 'reset', row: onFile, words: () => ['--yes'] },
  { verb: 'requests', row: onService },
  { verb: 'faults list', row: onService },
  { verb: 'faults add', row: onService, words: () => ['path=/nowhere,status=500'] },
  { verb: 'faults clear', row: onService },
];

/** Three accounts, and commands that name one of them in each way. */
async function threeAccounts() {
  const home = temporaryDirectory();
  const { announcement, env: served } = await serveInProcess(
    ['--ephemeral', '--fault', 'path=/x,status=500'],
    {
      cwd: home,
    },
  );
  const env = { HOME: home, NO_COLOR: '1' };
  const files = {
    default: (await runCli(['sandbox', 'path'], { env })).stdout.trim(),
    other: join(home, 'other.db'),
    served: announcement.data,
  };
  for (const [name, file] of Object.entries(files)) {
    const seed = ['sandbox', 'seed', '-', ...(name === 'default' ? [] : ['--data', file])];
    const planted = await runCli(seed, { env, cwd: home, stdin: seedOf(name) });
    expect(planted).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^seeded/) });
    const key = ['api-keys', 'create', '--description', `key of ${name}`];
    const target = name === 'default' ? [] : ['--data', file];
    expect(await runCli([...key, '--sandbox', ...target], { env })).toMatchObject({ exitCode: 0 });
  }
  const url = served.TUNNELCTL_BASE_URL ?? '';
  const key = { TUNNELCTL_API_KEY: served.TUNNELCTL_API_KEY ?? '' };
  const inUse = { TUNNELCTL_CONFIG_DIR: join(home, 'in-use') };
  const login = ['login', '--profile', 'served', '--base-url', url, '--with-key'];
  const stored = await runCli(login, { env: { ...env, ...inUse }, stdin: `${key.TUNNELCTL_API_KEY}\n` });
  expect(stored).toMatchObject({ exitCode: 0 });
  // The same settings, with no profile in use.
  const configured = { TUNNELCTL_CONFIG_DIR: join(home, 'config') };
  cpSync(inUse.TUNNELCTL_CONFIG_DIR, configured.TUNNELCTL_CONFIG_DIR, { recursive: true });
  const settings = join(configured.TUNNELCTL_CONFIG_DIR, 'settings.json');
  const { profile, ...others } = JSON.parse(readFileSync(settings, 'utf8'));
  expect(profile).toBe('served');
  writeFileSync(settings, JSON.stringify(others));
  const named: Record<Way, { argv?: string[]; env?: Record<string, string> }> = {
    nothing: {},
    '--data': { argv: ['--data', 'other.db'] },
    '--base-url': { argv: ['--base-url', url], env: key },
    '--profile served': { argv: ['--profile', 'served'] },
    '--profile sandbox': { argv: ['--profile', 'sandbox'] },
    '--sandbox': { argv: ['--sandbox'] },
    TUNNELCTL_BASE_URL: { env: served },
    'TUNNELCTL_PROFILE=served': { env: { TUNNELCTL_PROFILE: 'served' } },
    'TUNNELCTL_PROFILE=sandbox': { env: { TUNNELCTL_PROFILE: 'sandbox' } },
    'profiles use served': { env: inUse },
    '--data and TUNNELCTL_BASE_URL': { argv: ['--data', 'other.db'], env: served },
    '--data and --base-url': { argv: ['--data', 'other.db', '--base-url', url], env: key },
    '--data and --profile served': { argv: ['--data', 'other.db', '--profile', 'served'] },
  };
  return {
    home,
    files,
    async run(words: readonly string[], way: Way) {
      const { argv = [], env: own = {} } = named[way];
      return runCli([...argv, ...words], { cwd: home, env: { ...env, ...configured, ...own } });
    },
  };
}

/** Everything that an account holds. */
async function contentOf(file: string): Promise<string> {
  const account = await openAccountFile(file);
  try {
    let content = '';
    await account.export({ format: 'json', withSecrets: false }, async (chunk) => {
      content += chunk;
    });
    return content;
  } finally {
    await account.close();
  }
}

/** Whether a text holds something that only this account has. */
function isOf(text: string, name: string, file: string, content: string): boolean {
  const { id } = JSON.parse(content).account;
  return [`3.9.1-${name}`, `user of ${name}`, `key of ${name}`, id, `${file}\n`].some((mark) =>
    text.includes(mark),
  );
}

it.each(cases)(
  'sandbox $verb acts on what is named, or says what it cannot act on',
  async ({ verb, row, words }) => {
    const { home, files, run } = await threeAccounts();
    const names = Object.keys(files) as (keyof typeof files)[];
    const found: Partial<Record<Way, string>> = {};
    const contents = () => Promise.all(names.map((name) => contentOf(files[name])));
    for (const [i, way] of ways.entries()) {
      const before = await contents();
      const { exitCode, stdout, stderr } = await run(
        ['sandbox', ...verb.split(' '), ...(words?.(i, home) ?? [])],
        way,
      );
      const after = await contents();
      const changed = names.filter((_, at) => before[at] !== after[at]);
      if (exitCode === 2) {
        expect([stdout, changed], way).toEqual(['', []]);
        found[way] =
          `refused: ${/^error: (--[\w-]+|TUNNELCTL_\w+|profile \w+|no base URL and no API key)/.exec(stderr)?.[1]}`;
        continue;
      }
      expect({ exitCode, stderr }, way).toMatchObject({ exitCode: 0 });
      // What only looks shows whose it is; what only a service knows has nobody else to ask.
      const shown = names.filter((name, at) => isOf(stdout, name, files[name], before[at] ?? ''));
      found[way] = row === onService ? 'served' : (changed.length > 0 ? changed : shown).join(' and ');
    }
    expect(found).toEqual(row);
  },
);

it('sandbox exec takes no other sandbox than its own, whatever the environment names', async () => {
  const { files, run } = await threeAccounts();
  const contents = () => Promise.all(Object.values(files).map(contentOf));
  const before = await contents();
  const program = `
    const { TUNNELCTL_BASE_URL: url, TUNNELCTL_API_KEY: key } = process.env;
    const headers = { authorization: 'Bearer ' + key, 'service-version': '2', 'content-type': 'application/json' };
    const { status } = await fetch(url + '/api_keys', { method: 'POST', headers, body: '{}' });
    process.exit(status === 201 ? 7 : 1);`;
  const words = ['sandbox', 'exec', '--', process.execPath, '--input-type=module', '-e', program];
  const found: Partial<Record<Way, string>> = {};
  for (const way of ways) {
    const { exitCode, stderr } = await run(words, way);
    found[way] =
      exitCode === 2 ? `refused: ${/^error: (--[\w-]+)/.exec(stderr)?.[1]}` : `exit code ${exitCode}`;
  }
  expect(found).toEqual({
    nothing: 'exit code 7',
    '--data': 'refused: --data',
    '--base-url': 'refused: --base-url',
    '--profile served': 'refused: --profile',
    '--profile sandbox': 'refused: --profile',
    '--sandbox': 'refused: --sandbox',
    TUNNELCTL_BASE_URL: 'exit code 7',
    'TUNNELCTL_PROFILE=served': 'exit code 7',
    'TUNNELCTL_PROFILE=sandbox': 'exit code 7',
    'profiles use served': 'exit code 7',
    '--data and TUNNELCTL_BASE_URL': 'refused: --data',
    '--data and --base-url': 'refused: --data',
    '--data and --profile served': 'refused: --data',
  });
  expect(await contents()).toEqual(before);
});
