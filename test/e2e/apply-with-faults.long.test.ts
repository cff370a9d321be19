import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiClient } from '../harness/api-client.ts';
import { cleanEnvironment, launcher, tunnelctl } from '../harness/built-program.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

const each = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('');

const counts = {
  endpoints: 220,
  keys: 40,
  kubernetes_operators: 20,
  event_destinations: 20,
  ssh_credentials: 0,
};

/** Of each kind some, and those among them that nothing but their descriptions tell apart. */
const manifest =
  `endpoints:\n${each(200, (n) => `  - url: https://e${n}.example.com\n    description: number ${n}\n`)}` +
  each(
    20,
    (n) => `  - url: https://pool.example.com\n    description: pooled ${n}\n    pooling_enabled: true\n`,
  ) +
  `api_keys:\n${each(40, (n) => `  - description: key ${n}\n`)}` +
  `kubernetes_operators:\n${each(20, (n) => `  - deployment: {cluster_name: c${n}, name: o}\n    enabled_features: [bindings]\n`)}` +
  `event_destinations:\n${each(20, (n) => `  - description: d${n}\n    target: {metrics_target: {api_key: "\${env:KEY}"}}\n`)}`;

/** A served account that fails in every way in which services fail, and a command that makes it like the manifest. */
async function failingAccount() {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'account.yml'), manifest);
  const faults = [
    'status=503,rate=0.2',
    'drop=after,rate=0.2',
    'drop=before,rate=0.05',
    'status=429,retry-after=0,rate=0.05',
  ];
  const sandbox = await startServe([
    '--data',
    join(directory, 'a.db'),
    ...faults.flatMap((fault) => ['--fault', fault]),
  ]);
  const env = { ...cleanEnvironment, HOME: directory, KEY: 'a-secret', ...sandbox.env };
  const words = ['apply', '-f', 'account.yml', '--tokens-out', 'tokens'];
  return { directory, sandbox, env, words };
}

type Account = Awaited<ReturnType<typeof failingAccount>>;

/** The account is the manifest's, once, and the tokens of all its keys work. */
async function expectAsWritten(
  { directory, sandbox, env }: Account,
  isEveryTokenKept: boolean,
): Promise<void> {
  expect(await tunnelctl(['sandbox', 'faults', 'clear'], { env, cwd: directory })).toMatchObject({
    exitCode: 0,
  });
  const diff = await tunnelctl(['diff', '-f', 'account.yml', '-o', 'json'], { env, cwd: directory });
  expect(JSON.parse(diff.stdout).summary).toMatchObject({
    create: 0,
    update: 0,
    unchanged: 300,
    unmanaged: 1,
  });
  const call = apiClient(sandbox.url, sandbox.api_key, 4);
  for (const [collection, count] of Object.entries(counts)) {
    const path = collection === 'keys' ? 'api_keys' : collection;
    const own = collection === 'keys' ? 1 : 0;
    const ids = new Set<string>();
    for (let next: string | undefined = `/${path}`; next !== undefined; ) {
      const { body } = await call('GET', next);
      for (const { id } of body[collection === 'kubernetes_operators' ? 'operators' : collection])
        ids.add(id);
      next = body.next_page_uri ? `/${path}${new URL(body.next_page_uri).search}` : undefined;
    }
    expect(ids.size, collection).toBe(count + own);
  }
  if (!isEveryTokenKept) return;
  const lines = readFileSync(join(directory, 'tokens'), 'utf8').trim().split('\n');
  expect(new Set(lines.map((line) => JSON.parse(line).description)).size).toBe(counts.keys);
  for (const line of lines) {
    const { token } = JSON.parse(line);
    expect((await apiClient(sandbox.url, token, 1)('GET', '/api_keys?limit=1')).status).toBe(200);
  }
}

describe('apply to a service that fails again and again', () => {
  it('ends with the account as it is written, nothing twice, and a token for each key', async () => {
    const account = await failingAccount();
    const { env, words, directory } = account;
    const outcome = await tunnelctl(words, { env, cwd: directory });
    // What one run could not do the next one does.
    if (outcome.exitCode !== 0)
      expect((await tunnelctl(words, { env, cwd: directory })).stderr).toMatch(/created/);
    await expectAsWritten(account, true);
  });

  it('does so when it is killed in between, as often as that is', async () => {
    const account = await failingAccount();
    const { env, words, directory } = account;
    for (let made = 10; made < 200; made += 30) {
      const applying = spawn(process.execPath, [launcher, ...words], {
        env,
        cwd: directory,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const ended = once(applying, 'exit');
      let lines = 0;
      applying.stdout.on('data', (chunk: Buffer) => {
        lines += chunk.toString().split('\n').length - 1;
        if (lines >= 25) applying.kill('SIGKILL');
      });
      await ended;
    }
    for (let run = 0; run < 4; run++) {
      const { exitCode } = await tunnelctl(words, { env, cwd: directory });
      if (exitCode === 0) break;
    }
    // A key that was made while it was killed is there, and nobody has its token.
    await expectAsWritten(account, false);
  });
});
