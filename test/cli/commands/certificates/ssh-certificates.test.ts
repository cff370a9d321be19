import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { exampleKeys } from '../../../../src/contract/examples/example-keys.ts';
import { recordingService } from '../../../client/recording-service.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { servedDemo } from '../../../harness/served-demo.ts';
import { serveInProcess } from '../../../harness/served-sandbox.ts';
import { makeKey, sshKeygen } from '../../../harness/ssh-keygen.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

const users = demoIds.sshCertificateAuthorities.users;
const { alice } = demoIds.sshUserCertificates;
const create = [
  'ssh-user-certificates',
  'create',
  '--ssh-certificate-authority-id',
  users,
  '--principals',
  'alice',
];

/** The service, a home directory with a key pair, and a way to run commands there. */
async function atHome() {
  const { env, clock, requests } = await servedDemo();
  const home = temporaryDirectory();
  mkdirSync(join(home, '.ssh'));
  await makeKey(join(home, '.ssh'), 'id_ed25519', ['-t', 'ed25519']);
  const run = (argv: readonly string[], stdin?: string) =>
    runCli(argv, { env: { ...env, HOME: home }, cwd: home, clock, ...(stdin !== undefined && { stdin }) });
  return { home, run, clock, requests, path: (name: string) => join(home, name) };
}

describe('the times of a certificate', () => {
  /** The body that a command line sends at 08:00 to a service whose clock says so too, or another time. */
  async function sentTo(date: string, ...options: string[]): Promise<unknown> {
    const service = await recordingService({ status: 500, headers: { date } });
    const env = { TUNNELCTL_BASE_URL: service.baseUrl, TUNNELCTL_API_KEY: 'k' };
    const clock = { now: () => Date.UTC(2026, 10, 21, 8), sleep: async () => {} };
    const outcome = await runCli([...create, '--public-key', exampleKeys.ed25519, ...options], {
      env,
      clock,
    });
    const { valid_after, valid_until } = (service.requests.at(-1)?.body ?? {}) as Record<string, unknown>;
    if (service.requests.length === 0) return outcome.stderr;
    const looks = service.requests.slice(0, -1).map(({ method, target }) => `${method} ${target}`);
    return { valid_after, valid_until, ...(looks.length > 0 && { looks }) };
  }

  const inTime = 'Sat, 21 Nov 2026 08:00:00 GMT';
  const looks = ['GET /ssh_user_certificates?limit=1'];
  const unset = { valid_after: undefined, valid_until: undefined };

  it.each([
    [['--valid-for', '8h'], { valid_until: '2026-11-21T16:00:00Z', looks }],
    [
      ['--valid-for', '1d12h', '--valid-after', '2026-12-01T00:00:00Z'],
      { valid_after: '2026-12-01T00:00:00Z', valid_until: '2026-12-02T12:00:00Z' },
    ],
    [
      ['--valid-for', '8h', '--valid-after=-5m'],
      { valid_after: '2026-11-21T07:55:00Z', valid_until: '2026-11-21T15:55:00Z', looks },
    ],
    [
      ['--valid-after', '1h', '--valid-until', '+2h'],
      { valid_after: '2026-11-21T09:00:00Z', valid_until: '2026-11-21T10:00:00Z', looks },
    ],
    [['--valid-until', '2027-01-01T00:00:00+01:00'], { valid_until: '2027-01-01T00:00:00+01:00' }],
  ])('are %j as %j', async (options, times) => {
    expect(await sentTo(inTime, ...options)).toEqual({ ...unset, ...times });
  });

  it.each([
    ['an hour ahead', 'Sat, 21 Nov 2026 09:00:00 GMT', '2026-11-21T17:00:00Z'],
    ['two days behind', 'Thu, 19 Nov 2026 08:00:00 GMT', '2026-11-19T16:00:00Z'],
    ['a second behind', 'Sat, 21 Nov 2026 07:59:59 GMT', '2026-11-21T16:00:00Z'],
    ['no clock at all', 'soon', '2026-11-21T16:00:00Z'],
  ])('count from the clock of the service: %s', async (_, date, valid_until) => {
    expect(await sentTo(date, '--valid-for', '8h')).toEqual({ ...unset, valid_until, looks });
    expect(await sentTo(date, '--valid-until', '+8h')).toEqual({ ...unset, valid_until, looks });
  });

  it('count from this machine in the sandbox, and where nothing is sent', async () => {
    const XDG_DATA_HOME = temporaryDirectory();
    const argv = [...create, '--public-key', exampleKeys.ed25519, '--valid-for', '8h'];
    const clock = { now: () => Date.UTC(2040, 0, 1, 8), sleep: async () => {} };
    await runCli(['sandbox', 'seed', 'demo'], { env: { XDG_DATA_HOME } });
    const made = await runCli([...argv, '--sandbox', '-o', 'json', '--debug'], {
      env: { XDG_DATA_HOME },
      clock,
    });
    expect(JSON.parse(made.stdout).valid_until).toBe('2040-01-01T16:00:00Z');
    expect(made.stderr).not.toContain('GET ');
    const service = await recordingService({ status: 500 });
    const shown = await runCli([...argv, '--dry-run'], {
      env: { TUNNELCTL_BASE_URL: service.baseUrl },
      clock,
    });
    expect(shown.stdout).toContain('"valid_until": "2040-01-01T16:00:00Z"');
    expect(service.requests).toEqual([]);
  });

  it('are what a service with a clock of its own makes of them', async () => {
    const env = { HOME: temporaryDirectory() };
    const words = ['--ephemeral', '--seed', 'demo', '--log-level', 'off', '--clock', '2031-05-01T00:00:00Z'];
    const served = await serveInProcess(words, { env });
    const argv = [...create, '--public-key', exampleKeys.ed25519, '--valid-for', '8h', '-o', 'json'];
    const { stdout } = await runCli(argv, { env: { ...env, ...served.env } });
    const { valid_after, valid_until } = JSON.parse(stdout);
    expect(valid_after).toMatch(/^2031-05-01T00:0/);
    const span = Date.parse(valid_until) - Date.parse(valid_after);
    expect(Math.abs(span - 8 * 3_600_000)).toBeLessThanOrEqual(2000);
  });

  it.each([
    [
      ['--valid-for', '8h', '--valid-until', '9h'],
      'error: --valid-for and --valid-until both say when it ends; give one\n',
    ],
    [
      ['--valid-for', '8'],
      'error: --valid-for "8" is not a duration; write for example 30s, 90m, 8h, 1d12h or 2w\n',
    ],
    [['--valid-for', '8h', '--valid-after', 'noon'], 'error: --valid-after "noon" is not an RFC 3339 time'],
  ])('are refused as %j', async (options, message) => {
    expect(await sentTo(inTime, ...options)).toContain(message);
  });
});

describe('--out', () => {
  it('auto puts the certificate beside the key, where ssh looks for it', async () => {
    const { run, path } = await atHome();
    const argv = [
      ...create,
      '--public-key',
      '@~/.ssh/id_ed25519.pub',
      '--valid-for',
      '8h',
      '--out',
      'auto',
      '-o',
      'json',
    ];
    const { exitCode, stdout, stderr } = await run(argv);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'certificate written to ~/.ssh/id_ed25519-cert.pub\n',
    });
    const file = path('.ssh/id_ed25519-cert.pub');
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.parse(stdout).certificate}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(readdirSync(path('.ssh')).sort()).toEqual(['id_ed25519', 'id_ed25519-cert.pub', 'id_ed25519.pub']);
    expect(await run(argv)).toMatchObject({ exitCode: 0 });
  });

  it('writes a certificate that exists already, through a link to where it is kept', async () => {
    const { run, path } = await atHome();
    writeFileSync(path('kept.pub'), '');
    symlinkSync(path('kept.pub'), path('link.pub'));
    expect(await run(['ssh-user-certificates', 'get', alice, '--out', 'link.pub'])).toMatchObject({
      exitCode: 0,
    });
    expect(await sshKeygen('-L', '-f', path('kept.pub'))).toContain('user certificate');
  });

  it('takes one certificate', async () => {
    const { run, path } = await atHome();
    const { deploy } = demoIds.sshUserCertificates;
    const { exitCode, stderr } = await run(['ssh-user-certificates', 'get', alice, deploy, '--out', 'c.pub']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--out takes one certificate; name one id\n');
    expect(readFileSync(path('c.pub'), 'utf8')).toContain(alice);
  });

  it('replaces no other file unless it is told to, and a private key never, before anything is sent', async () => {
    const { run, path, requests } = await atHome();
    writeFileSync(path('notes'), 'mine');
    const argv = [...create, '--public-key', '@.ssh/id_ed25519.pub', '--out'];
    expect(await run([...argv, 'notes'])).toMatchObject({
      exitCode: 2,
      stderr:
        'error: --out notes exists and is not a certificate; name another file, or add --force to replace it\n',
    });
    expect(await run([...argv, '.ssh/id_ed25519', '--force'])).toMatchObject({
      exitCode: 2,
      stderr: 'error: --out .ssh/id_ed25519 is a private key and is left as it is; name another file\n',
    });
    expect((await run([...argv, 'absent/cert.pub'])).stderr).toContain(
      'error: --out absent/cert.pub cannot be written',
    );
    expect(requests).toEqual([]);
    expect(await run([...argv, 'notes', '--force'])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(path('notes'), 'utf8')).toMatch(/^ssh-ed25519-cert-v01@openssh.com /);
  });

  it('says what became of a certificate that cannot be written', async () => {
    if (process.getuid?.() === 0) return;
    const { run, path } = await atHome();
    chmodSync(path('.ssh'), 0o500);
    const { exitCode, stderr } = await run([
      ...create,
      '--public-key',
      '@.ssh/id_ed25519.pub',
      '--out',
      'auto',
    ]);
    chmodSync(path('.ssh'), 0o700);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /error: cannot write the certificate sucrt_\w+ to .*: permission denied\nhint: the certificate exists; tunnelctl ssh-user-certificates get sucrt_\w+ --out FILE writes it elsewhere/,
    );
  });

  it('auto needs a key file', async () => {
    const { run } = await atHome();
    expect((await run([...create, '--public-key', exampleKeys.ed25519, '--out', 'auto'])).stderr).toContain(
      'error: --out auto stands beside the file of --public-key; give that as @FILE, or name a file for --out\n',
    );
    expect((await run(['ssh-user-certificates', 'get', alice, '--out', 'auto'])).stderr).toContain(
      'error: --out auto needs a key file to stand beside; name a file\n',
    );
  });
});

describe('inspect', () => {
  /** What `ssh-keygen -L` shows, but for what is documented: times in UTC with their zone. */
  async function byKeygen(file: string): Promise<string> {
    const text = await sshKeygen('-L', '-f', file);
    return `${text.replace(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)/g, '$1Z')}\n`;
  }

  it('shows a file, an id and stdin as ssh-keygen does', async () => {
    const { run, path } = await atHome();
    const options = [
      '--critical-options',
      'force-command=/bin/date -u',
      '--critical-options',
      'source-address=192.0.2.0/24',
    ];
    const made = await run([
      ...create,
      ...options,
      '--principals',
      'bob',
      '--public-key',
      '@.ssh/id_ed25519.pub',
      '--out',
      path('c.pub'),
      '-o',
      'id',
    ]);
    const shown = await byKeygen(path('c.pub'));
    const argv = ['ssh-user-certificates', 'inspect'];
    expect(await run([...argv, path('c.pub')])).toEqual({ exitCode: 0, stdout: shown, stderr: '' });
    expect((await run([...argv, made.stdout.trim()])).stdout).toBe(
      shown.replace(path('c.pub'), made.stdout.trim()),
    );
    const piped = await run([...argv, '-'], readFileSync(path('c.pub'), 'utf8'));
    expect(piped.stdout).toBe(shown.replace(path('c.pub'), '(stdin)'));
  });

  it.each([
    [
      'a host certificate of an RSA key by an ECDSA authority',
      ['-t', 'rsa', '-b', '2048'],
      ['-t', 'ecdsa'],
      ['-h', '-n', 'a.example.com,b.example.com', '-V', '+1h'],
    ],
    [
      'one that is valid forever for anybody',
      ['-t', 'ecdsa', '-b', '384'],
      ['-t', 'rsa', '-b', '2048'],
      ['-O', 'clear', '-V', 'always:forever', '-z', '18446744073709551615'],
    ],
    [
      'one that starts and does not end',
      ['-t', 'ed25519'],
      ['-t', 'ed25519'],
      ['-n', 'x', '-V', '20260101000000Z:forever'],
    ],
    ['one that only ends', ['-t', 'ed25519'], ['-t', 'ed25519'], ['-n', 'x', '-V', 'always:20260101000000Z']],
  ])('shows %s as ssh-keygen does, without a service', async (_name, key, authority, options) => {
    const cwd = temporaryDirectory();
    await makeKey(cwd, 'key', key);
    await makeKey(cwd, 'ca', authority);
    await sshKeygen('-q', '-s', join(cwd, 'ca'), '-I', 'the "key" id', ...options, join(cwd, 'key.pub'));
    const file = join(cwd, 'key-cert.pub');
    const { stdout } = await runCli(['ssh-user-certificates', 'inspect', file], { cwd });
    expect(stdout).toBe(await byKeygen(file));
  });

  it('shows what is chosen of it, in every format', async () => {
    const { run } = await atHome();
    await run([
      ...create,
      '--principals',
      'bob',
      '--public-key',
      '@.ssh/id_ed25519.pub',
      '--out',
      'c.pub',
      '-o',
      'id',
    ]);
    const inspect = async (...options: string[]) =>
      (await run(['ssh-user-certificates', 'inspect', 'c.pub', ...options])).stdout;
    expect(await inspect('--query', 'principals')).toBe('alice\nbob\n');
    expect(await inspect('--columns', 'kind,serial')).toBe('kind\tuser\nserial\t0\n');
    expect(await inspect('--columns', 'kind', '-o', 'raw')).toBe('user\n');
    expect(await inspect('--columns', 'kind,serial', '-o', 'csv')).toBe('kind,serial\r\nuser,0\r\n');
    expect(await inspect('-o', 'id')).toMatch(/^sucrt_\w{27}\n$/);
    expect(await inspect('-o', 'none')).toBe('');
  });

  it('gives all of it to programs', async () => {
    const { run, home, path } = await atHome();
    const argv = [...create, '--public-key', '@.ssh/id_ed25519.pub', '--valid-for', '8h', '--out', 'auto'];
    const made = await run([...argv, '-o', 'json']);
    const { id, valid_after, valid_until } = JSON.parse(made.stdout);
    const { stdout } = await run([
      'ssh-user-certificates',
      'inspect',
      '~/.ssh/id_ed25519-cert.pub',
      '--json',
    ]);
    const fingerprint = (await sshKeygen('-l', '-f', path('.ssh/id_ed25519.pub'))).split(' ')[1];
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'user',
      key_id: id,
      serial: '0',
      key_type: 'ed25519',
      public_key_fingerprint: fingerprint,
      signature_algorithm: 'ssh-ed25519',
      valid_after,
      valid_until,
      principals: ['alice'],
      critical_options: {},
      extensions: { 'permit-pty': '', 'permit-user-rc': '' },
    });
    expect(existsSync(home)).toBe(true);
  });

  it.each([
    ['absent.pub', 'error: <file|id|-> cannot read the file absent.pub: no such file or directory\n'],
    [
      'key.pub',
      'error: key.pub is not an SSH certificate; give the one line of a file such as id_ed25519-cert.pub\n',
    ],
  ])('refuses %s', async (file, message) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'key.pub'), `${exampleKeys.ed25519}\n`);
    const { exitCode, stderr } = await runCli(['ssh-host-certificates', 'inspect', file], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('needs-renewal', () => {
  it('answers by its exit code, as time passes, without a service', async () => {
    const { run, clock, path } = await atHome();
    await run([...create, '--public-key', '@.ssh/id_ed25519.pub', '--valid-for', '8h', '--out', 'c.pub']);
    const ask = async (...options: string[]) => {
      const { exitCode, stdout, stderr } = await run([
        'ssh-user-certificates',
        'needs-renewal',
        'c.pub',
        ...options,
      ]);
      expect(stdout).toBe('');
      return `${exitCode}: ${stderr.trim()}`;
    };
    expect(await ask('--expires-in', '1h')).toBe(
      '1: c.pub expires in 8h, 0% of its validity has passed: no need to renew it yet',
    );
    await clock.sleep(6 * 3_600_000);
    expect(await ask('--expires-in', '75%')).toBe(
      '0: c.pub expires in 2h, 75% of its validity has passed: renew it',
    );
    expect(await ask('--expires-in', '76%')).toMatch(/^1: /);
    expect(await ask()).toMatch(/^0: /);
    expect(await ask('--expires-in', '1h59m')).toMatch(/^1: /);
    const words = ['ssh-user-certificates', 'needs-renewal', '-'];
    expect(await run(words, readFileSync(path('c.pub'), 'utf8'))).toMatchObject({
      exitCode: 0,
      stderr: 'stdin expires in 2h, 75% of its validity has passed: renew it\n',
    });
    await clock.sleep(3 * 3_600_000);
    expect(await ask('--expires-in', '100%')).toBe('0: c.pub expired 1h ago: renew it');
  });

  it('tells that there is no certificate from one that is fine', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'junk'), 'junk');
    for (const file of ['absent', 'junk']) {
      expect(await runCli(['ssh-user-certificates', 'needs-renewal', file], { cwd })).toMatchObject({
        exitCode: 2,
      });
    }
    const argv = ['ssh-user-certificates', 'needs-renewal', 'x', '--expires-in'];
    expect((await runCli([...argv, '200%'])).stderr).toContain('--expires-in 200% is more than the whole');
    expect((await runCli([...argv, 'soon'])).stderr).toContain('or a share such as 75%');
  });
});
