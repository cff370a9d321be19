import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { recordingService } from '../../client/recording-service.ts';
import { runCli, type Surroundings } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

const env = { TUNNELCTL_BASE_URL: 'https://api.example.com/v2' };
const agent = `tunnelctl/${JSON.parse(readFileSync('package.json', 'utf8')).version} node/${process.versions.node}`;

const preview = (argv: readonly string[], surroundings: Surroundings = {}) =>
  runCli(argv, { ...surroundings, env: { ...env, ...surroundings.env } });

const create = ['endpoints', 'create', '--url', 'https://a.example.com', '--description', "it's $HOME"];
const canary = 'canary-77';
const metrics = ['event-destinations', 'create', '--target.metrics-target.api-key', 'env:SECRET'];
const others = ['--target.metrics-target.ddtags', 't', '--target.metrics-target.service', 's'];
const secret = [...metrics, ...others, '--target.metrics-target.ddsite', 'x'];

describe('--dry-run', () => {
  it('prints the request as it would be sent, and needs no key', async () => {
    expect(await preview([...create, '--dry-run'])).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: `POST https://api.example.com/v2/endpoints
Accept: application/json
Authorization: Bearer <SECRET>
Service-Version: 2
User-Agent: ${agent}
Content-Type: application/json

{
  "url": "https://a.example.com",
  "description": "it's $HOME"
}
`,
    });
  });

  it('prints it as an object where that is asked for', async () => {
    const { stdout } = await preview([...create, '--dry-run', '-o', 'json']);
    expect(JSON.parse(stdout)).toEqual({
      method: 'POST',
      url: 'https://api.example.com/v2/endpoints',
      headers: {
        Accept: 'application/json',
        Authorization: 'Bearer <SECRET>',
        'Service-Version': '2',
        'User-Agent': agent,
        'Content-Type': 'application/json',
      },
      body: { url: 'https://a.example.com', description: "it's $HOME" },
    });
    expect((await preview([...create, '--dry-run', '-o', 'yaml'])).stdout).toMatch(/^method: POST\n/);
  });

  it('prints the first request of a list, and each of many', async () => {
    const { stdout } = await preview(['endpoints', 'list', '--dry-run', '--limit', '5']);
    expect(stdout).toMatch(/^GET https:\/\/api\.example\.com\/v2\/endpoints\?limit=5\n/);
    const many = await preview(['endpoints', 'delete', '-', '--dry-run', '-o', 'jsonl'], { stdin: 'a\nb\n' });
    expect(
      many.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).url),
    ).toEqual(['https://api.example.com/v2/endpoints/a', 'https://api.example.com/v2/endpoints/b']);
  });

  it('sends nothing, whatever the operation, and asks nothing', async () => {
    const { baseUrl, requests } = await recordingService({ status: 500 });
    const surroundings = { env: { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' }, isTTY: true };
    const { exitCode, stdout } = await runCli(['endpoints', 'delete', 'ep_1', '--dry-run'], surroundings);
    expect({ exitCode, first: stdout.split('\n')[0] }).toEqual({
      exitCode: 0,
      first: `DELETE ${baseUrl}/endpoints/ep_1`,
    });
    expect(requests).toEqual([]);
  });

  it('judges the input all the same', async () => {
    expect(await preview(['endpoints', 'create', '--dry-run'])).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it.each([
    ['an operation', create, 'POST $TUNNELCTL_BASE_URL/endpoints\n'],
    ['a list', ['endpoints', 'list', '--limit', '1'], 'GET $TUNNELCTL_BASE_URL/endpoints?limit=1\n'],
    ['any request', ['api', 'GET', '/tunnels'], 'GET $TUNNELCTL_BASE_URL/tunnels\n'],
  ])('needs no account at all: %s', async (_name, argv, start) => {
    const { exitCode, stdout, stderr } = await runCli([...argv, '--dry-run']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'note: no base URL is set up; $TUNNELCTL_BASE_URL stands in its place\n',
    });
    expect(stdout.slice(0, start.length)).toBe(start);
    expect(stdout).toContain('Authorization: Bearer <SECRET>\n');
  });

  it('shows no key for the sandbox in this process, and does not open it', async () => {
    const { stdout, exitCode } = await runCli(['--sandbox', ...create, '--dry-run']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^POST http:\/\/sandbox\.localhost\/endpoints\n/);
    expect(stdout).not.toContain('Authorization');
  });

  it.each(['--dry-run', '--curl'])('never shows a secret: %s', async (option) => {
    const outcome = await preview([...secret, option], {
      env: { SECRET: canary, TUNNELCTL_API_KEY: canary },
    });
    expect(outcome.exitCode).toBe(0);
    expect(JSON.stringify(outcome)).not.toContain(canary);
    expect(outcome.stdout).toContain('<SECRET>');
  });

  it('does not go with --curl', async () => {
    expect(await preview([...create, '--dry-run', '--curl'])).toMatchObject({
      exitCode: 2,
      stderr: 'error: --dry-run and --curl both print the request; give one\n',
    });
  });
});

describe('--curl', () => {
  it('prints a command with the key as a variable', async () => {
    expect(await preview([...create, '--curl'])).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: [
        'curl -sS -g -X POST https://api.example.com/v2/endpoints \\',
        "  -H 'Accept: application/json' \\",
        '  -H "Authorization: Bearer $TUNNELCTL_API_KEY" \\',
        "  -H 'Service-Version: 2' \\",
        "  -H 'Content-Type: application/json' \\",
        `  --data-binary '{"url":"https://a.example.com","description":"it'\\''s $HOME"}'`,
        '',
      ].join('\n'),
    });
  });

  it('needs no account at all: the address is a variable too', async () => {
    const { exitCode, stdout } = await runCli(['api', 'GET', '/tunnels?limit=1', '--curl']);
    expect({ exitCode, first: stdout.split('\n')[0] }).toEqual({
      exitCode: 0,
      first: `curl -sS -g -X GET "$TUNNELCTL_BASE_URL"'/tunnels?limit=1' \\`,
    });
  });

  it('leaves other secrets out and says so', async () => {
    expect((await preview([...secret, '--curl'], { env: { SECRET: canary } })).stderr).toBe(
      'note: secrets are left out of the command; put them where <SECRET> stands\n',
    );
  });

  it('needs a service with an address', async () => {
    expect(await runCli(['--sandbox', ...create, '--curl'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: --curl needs a service with an address, and the sandbox in this process has none\n' +
        'hint: start one with tunnelctl serve, or use --dry-run\n',
    });
  });

  const hasCurl = spawnSync('curl', ['--version']).status === 0;

  const hasShell = (name: string) => spawnSync(name, ['-c', ':']).status === 0;

  describe.skipIf(!hasCurl)('makes the same request', () => {
    const text =
      'a\'b "c" $HOME $(id) `id` \\ \\n !! !x é 日本 👩‍👩‍👧 \u0085 \u009b31m \u202e [x]{y} %s\n\t-z\r\n\n\u0007';
    const bodies = {
      // As it stands in a file: numbers that JSON.parse does not keep, spaces that it does not need.
      numbers: '{"a": 12345678901234567890,\t"b": 1.0, "c": "\u009b\u202e"}\n',
      secret: 'x',
    };
    const commands: Readonly<Record<string, string[]>> = {
      'a body': [...create, '--metadata', '@text'],
      'a text that ends in line breaks': [...create, '--metadata', 'a\n\n'],
      'texts that begin with a dash or an @': [
        ...create,
        '--metadata',
        '-d @/etc/passwd',
        '--traffic-policy',
        '',
      ],
      'a list of brackets': ['api', '/keys?a[]=1&b={x,y}&c=it%27s', '-f', "d=it's"],
      'headers in any character that one can hold': [
        'api',
        '/x',
        '-H',
        'X-One: it\'s "é" \u009b $HOME !!',
        '-H',
        'X-Two: ',
      ],
      'a body as it stands in a file': ['api', 'POST', '/x', '--input', 'numbers'],
      'a question about the head alone': ['api', 'HEAD', '/x'],
    };
    const cases = ['sh', 'dash', 'bash', 'zsh'].flatMap((shell) =>
      Object.keys(commands).map((what) => [shell, what] as const),
    );

    it.each(cases)('when %s runs it: %s', async (shell, what) => {
      if (!hasShell(shell)) return;
      const { baseUrl, requests } = await recordingService({ status: 200, body: {} });
      const cwd = temporaryDirectory();
      writeFileSync(join(cwd, 'text'), text);
      writeFileSync(join(cwd, 'numbers'), bodies.numbers);
      const own = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k-1' };
      const argv = commands[what] ?? [];
      await runCli(argv, { env: own, cwd });
      const terminal = await runCli([...argv, '--curl'], { env: own, cwd, isTTY: true });
      const { stdout } = await runCli([...argv, '--curl'], { env: own, cwd });
      // What is shown is what works, and nothing in it is obeyed.
      expect(terminal.stdout).toBe(stdout);
      expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
      const known = { PATH: process.env.PATH ?? '', TUNNELCTL_API_KEY: 'k-1', LANG: 'C.UTF-8' };
      await execa(shell, ['-c', stdout], { cwd, env: known, extendEnv: false });
      const [sent, curled] = requests;
      expect(requests).toHaveLength(2);
      const {
        'user-agent': _a,
        connection: _b,
        host: _c,
        'content-length': _d,
        ...headers
      } = sent?.headers ?? {};
      expect({ ...curled, headers: undefined }).toEqual({ ...sent, headers: undefined });
      expect(curled?.headers).toMatchObject(headers);
    });

    it.skipIf(!hasShell('zsh'))('needs nothing but POSIX', async () => {
      const { stdout } = await preview(['api', 'POST', '/x', '-f', 'a=\u009b', '-H', 'X-One: é', '--curl']);
      expect(stdout).not.toContain("$'");
      expect(stdout).toContain(`-H 'X-One: '"$(printf '\\351')"`);
    });
  });

  it('needs a body that can be looked through for secrets', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'body'), 'key=canary');
    expect(await preview(['api', 'POST', '/x', '--input', 'body', '--curl'], { cwd })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: --curl cannot show a body that is not JSON\n' +
        'hint: nobody knows what in it is secret; give it to curl yourself, with --data-binary @FILE\n',
    });
  });

  it('names no file that no command line can', async () => {
    const directory = temporaryDirectory();
    const settings = { settings: { 'ca-cert': '/a\0b' } };
    writeFileSync(join(directory, 'settings.json'), JSON.stringify(settings));
    const { exitCode, stderr } = await preview([...create, '--curl'], {
      env: { TUNNELCTL_CONFIG_DIR: directory },
    });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: 'error: --ca-cert holds a NUL, which no name of a file can\n',
    });
  });
});
