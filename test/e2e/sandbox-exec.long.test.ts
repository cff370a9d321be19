import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demoIds } from '../../src/contract/examples/demo-ids.ts';
import { launcher, pathWithProgram, tunnelctl } from '../harness/built-program.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { hasTmux, openTerminal } from '../harness/terminal.ts';

/** Makes `tunnelctl` a word that scripts can use, and a place for temporary files that shows what is left there. */
function surroundings() {
  const home = temporaryDirectory();
  const temporary = join(home, 'tmp');
  mkdirSync(temporary);
  const env = { HOME: home, TMPDIR: temporary, PATH: pathWithProgram() };
  const exec = (...args: string[]) => tunnelctl(['sandbox', 'exec', ...args], { env, cwd: home });
  /** A bash script that is running, and what it says on its first line. */
  const start = async (script: string) => {
    const child = spawn(process.execPath, [launcher, 'sandbox', 'exec', '--', 'bash', '-c', script], {
      env: { ...env, LANG: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
    const lines = createInterface(child.stdout);
    const said: string[] = [];
    lines.on('line', (line) => said.push(line));
    await once(lines, 'line');
    return { child, said, ended };
  };
  return { home, temporary, env, exec, start, leftovers: () => readdirSync(temporary) };
}

describe('sandbox exec', () => {
  it('runs a script of many commands against a sandbox of its own, and leaves nothing behind', async () => {
    const { home, exec, leftovers } = surroundings();
    const script = `set -e
      id=$(tunnelctl endpoints create --url https://app.example.com -o json | grep -o 'ep_[0-9A-Za-z]*' | head -1)
      tunnelctl endpoints update "$id" --description changed -o json >/dev/null
      tunnelctl endpoints get "$id" -o json | grep '"description"'
      test -n "$TUNNELCTL_SSH_CERTIFICATE_AUTHORITY_ID"`;
    const { exitCode, stdout, stderr } = await exec('--', 'bash', '-c', script);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: '  "description": "changed",',
      stderr: '',
    });
    expect(leftovers()).toEqual([]);
    expect(existsSync(join(home, '.local'))).toBe(false);
  });

  it('has the built program evaluate methods of texts in expressions', async () => {
    const { home, exec } = surroundings();
    const seed = `endpoints:
  - { url: https://texts.example.com, bindings: [kubernetes] }
kubernetes_operators:
  - description: texts
    enabled_features: [bindings]
    binding: { endpoint_selectors: ["endpoint.host.upperAscii().split('.')[0] == 'TEXTS'"] }
`;
    writeFileSync(join(home, 'seed.yml'), seed);
    const list = ['kubernetes-operators', 'list-bound-endpoints', 'texts', '--columns', 'url'];
    const { exitCode, stdout, stderr } = await exec('--seed', 'seed.yml', '--', 'tunnelctl', ...list);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: 'https://texts.example.com',
      stderr: '',
    });
  });

  it('starts with a seed, from a file or the demo account', async () => {
    const { home, exec } = surroundings();
    writeFileSync(join(home, 'seed.yml'), 'endpoints:\n  - url: https://seeded.example.com\n');
    const list = ['--', 'tunnelctl', 'endpoints', 'list', '-o', 'json'];
    const seeded = await exec('--seed', 'seed.yml', ...list);
    expect(JSON.parse(seeded.stdout)).toMatchObject([{ url: 'https://seeded.example.com' }]);
    const demo = await exec('--seed', 'demo', '--', 'tunnelctl', 'endpoints', 'get', demoIds.endpoints.app);
    expect(demo.exitCode).toBe(0);
  });

  it('says which secrets an exported account lacks', async () => {
    const { exec } = surroundings();
    const script = 'tunnelctl sandbox export account.yml -q --data a.db';
    await exec('--', 'sh', '-c', `tunnelctl sandbox seed demo -q --data a.db && ${script}`);
    const { exitCode, stderr } = await exec('--seed', 'account.yml', '--', 'true');
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(
      /^warning: target\.metrics_target\.api_key of ed_\w+ is <SECRET> in the seed; give it again with/,
    );
  });

  it('lets nothing of its caller reach the command: profile, key, base URL, settings, proxy', async () => {
    const { home, env } = surroundings();
    mkdirSync(join(home, '.config/tunnelctl'), { recursive: true });
    writeFileSync(join(home, '.config/tunnelctl/settings.json'), '{"settings": {"output": "csv"}}');
    const outcome = await tunnelctl(['sandbox', 'exec', '--', 'tunnelctl', 'endpoints', 'list'], {
      env: {
        ...env,
        TUNNELCTL_PROFILE: 'production',
        TUNNELCTL_BASE_URL: 'http://127.0.0.1:1',
        TUNNELCTL_API_KEY: 'ak_other',
        HTTP_PROXY: 'http://127.0.0.1:1',
        http_proxy: 'http://127.0.0.1:1',
      },
    });
    expect(outcome).toMatchObject({ exitCode: 0, stdout: '' });
  });

  it.each([
    ['of its own', ['bash', '-c', 'exit 7'], 7],
    ['of a signal', ['bash', '-c', 'kill -KILL $$'], 137],
    ['of what is not there', ['no-such-command-here'], 127],
    ['of what cannot be run', ['./plain'], 126],
  ])('exits with the code %s', async (_, command, code) => {
    const { home, exec, leftovers } = surroundings();
    writeFileSync(join(home, 'plain'), 'text');
    chmodSync(join(home, 'plain'), 0o644);
    const { exitCode, stderr } = await exec('--', ...command);
    expect(exitCode).toBe(code);
    expect(stderr).toBe(
      {
        127: 'error: cannot run no-such-command-here: no such file or directory',
        126: 'error: cannot run ./plain: permission denied',
      }[code] ?? '',
    );
    expect(leftovers()).toEqual([]);
  });

  it('gives the command its own stdin, stdout and stderr', async () => {
    const { env, home } = surroundings();
    const outcome = await tunnelctl(['sandbox', 'exec', 'sh', '-c', 'cat; echo err >&2'], {
      env,
      cwd: home,
      input: 'in',
    });
    expect(outcome).toMatchObject({ exitCode: 0, stdout: 'in', stderr: 'err' });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'hands %s on, once, and waits for what the command makes of it',
    async (name) => {
      const { start, leftovers } = surroundings();
      const { child, said, ended } = await start(
        `trap 'echo got; tunnelctl endpoints list -o json; exit 3' ${name.slice(3)}; echo ready; while :; do sleep 0.05; done`,
      );
      child.kill(name);
      expect(await ended).toEqual([3, null]);
      expect(said).toEqual(['ready', 'got', '[]']);
      expect(leftovers()).toEqual([]);
    },
  );

  it('ends with the signal that ended the command', async () => {
    const { start, leftovers } = surroundings();
    const { child, ended } = await start('echo ready; exec sleep 60');
    child.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
    expect(leftovers()).toEqual([]);
  });

  it.skipIf(!hasTmux)('sends no second Ctrl-C to a command at a terminal (needs tmux)', async () => {
    const { env } = surroundings();
    const script = `
      let interrupts = 0;
      process.on('SIGINT', () => console.log('interrupts: ' + ++interrupts));
      process.stdin.on('data', () => process.exit(interrupts));
      console.log('ready');`;
    const command = ['sandbox', 'exec', '--', process.execPath, '-e', script];
    const terminal = openTerminal(command, env);
    await terminal.shows('ready');
    terminal.type('C-c');
    await terminal.shows('interrupts: 1');
    // By the time that another one is answered, what the first one led to has arrived.
    terminal.type('C-c');
    await terminal.shows('interrupts: 2');
    terminal.type('Enter');
    expect(await terminal.shows(/\[exit code \d+\]/)).toContain('[exit code 2]');
  });

  it('says what is missing and what it does not take, and stops nothing behind', async () => {
    const { exec, leftovers } = surroundings();
    const none = await exec();
    expect(none).toMatchObject({ exitCode: 2, stdout: '' });
    expect(none.stderr).toMatch(/^error: <command> is required/);
    const data = await exec('--data', 'x.db', '--', 'true');
    expect(data).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /^error: --data is not taken: exec starts a sandbox of its own and keeps no file/,
      ),
    });
    const seed = await exec('--seed', 'absent.yml', '--', 'true');
    expect(seed).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^error: --seed cannot read the file absent\.yml/),
    });
    expect(leftovers()).toEqual([]);
  });
});
