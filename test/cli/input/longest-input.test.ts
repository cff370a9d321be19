import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cleanEnvironment, launcher, tunnelctl } from '../../harness/built-program.ts';
import { runCli, type Surroundings } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

/** Nothing listens there, and nothing is to be asked. */
const env = { TUNNELCTL_BASE_URL: 'http://127.0.0.1:1', TUNNELCTL_API_KEY: 'k' };

/** What a command line says when it is refused before any request. */
async function refusalOf(line: string, surroundings: Surroundings = {}): Promise<string> {
  const outcome = await runCli(line.split(' '), { ...surroundings, env: { ...env, ...surroundings.env } });
  expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
  return outcome.stderr.split('\n')[0] ?? '';
}

/** A stream that never ends. */
function endless(): Readable {
  const lines = Buffer.from('ep_1\n'.repeat(100_000));
  return Readable.from(
    (function* () {
      for (;;) yield lines;
    })(),
  );
}

/** Every way to name a file, and the most that is read of it. */
const readers: readonly [line: string, flag: string, most: string][] = [
  ['endpoints create --url @FILE', '--url', '1 MiB'],
  ['api-keys create --description @FILE', '--description', '1 MiB'],
  ['endpoints create --url https://a.example.com --traffic-policy @FILE', '--traffic-policy', '1 MiB'],
  ['endpoints list --api-key @FILE', '--api-key', '1 MiB'],
  ['api POST /endpoints -F url=@FILE', '-F url', '1 MiB'],
  ['endpoints create --from-file FILE', '--from-file', '256 MiB'],
  ['endpoints update --from-file FILE', '--from-file', '256 MiB'],
  ['endpoints list --ca-cert FILE', '--ca-cert', '16 MiB'],
  ['api POST /endpoints --input FILE', '--input', '16 MiB'],
  ['ssh-user-certificates inspect FILE', '<file|id|->', '16 MiB'],
  ['ssh-user-certificates needs-renewal FILE', '<file>', '16 MiB'],
  ['ssh-user-certificates renew FILE', '<file>', '16 MiB'],
  ['sandbox import FILE', '<file|->', '256 MiB'],
  ['sandbox seed FILE', '<file|demo>', '256 MiB'],
  ['serve --seed FILE', '--seed', '256 MiB'],
  ['serve --tls-cert FILE --tls-key FILE', '--tls-cert', '16 MiB'],
];

describe('a file of ten gigabytes', () => {
  it.each(readers)('is not begun: %s', async (line, flag, most) => {
    const file = join(temporaryDirectory(), 'huge.pem');
    writeFileSync(file, '');
    // A sparse file takes no room on the disk.
    truncateSync(file, 10 * 2 ** 30);
    expect(await refusalOf(line.replaceAll('FILE', file))).toBe(
      `error: ${flag} cannot read the file ${file}: it is longer than ${most}`,
    );
  });
});

describe('a file that never ends', () => {
  it.each(readers.filter(([, , most]) => most !== '256 MiB'))('is cut: %s', async (line, flag, most) => {
    expect(await refusalOf(line.replaceAll('FILE', '/dev/zero'))).toBe(
      `error: ${flag} cannot read the file /dev/zero: it is longer than ${most}`,
    );
  });

  it('is cut where it is a named pipe, whose writer is told', async () => {
    const pipe = join(temporaryDirectory(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', 'exec yes > "$0"', pipe], { stdio: 'ignore' });
    const ended = once(writer, 'exit');
    onTestFinished(() => void writer.kill('SIGKILL'));
    const { exitCode, stderr } = await tunnelctl(['endpoints', 'create', '--url', `@${pipe}`], { env });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`--url cannot read the file ${pipe}: it is longer than 1 MiB`),
    });
    expect(await ended).toEqual([null, 'SIGPIPE']);
  });
});

describe('stdin that never ends', () => {
  it.each<[line: string, flag: string, most: string]>([
    ['endpoints create --url @-', '--url', '1 MiB'],
    ['endpoints list --api-key @-', '--api-key', '1 MiB'],
    ['login --base-url http://127.0.0.1:1 --profile p --with-key', '--with-key', '1 MiB'],
    ['api POST /endpoints --input -', '--input', '16 MiB'],
    ['ssh-user-certificates inspect -', '<file|id|->', '16 MiB'],
    ['endpoints create --from-file -', '--from-file', '256 MiB'],
    ['endpoints delete - --yes', '<id>', '256 MiB'],
    ['sandbox import -', '<file|->', '256 MiB'],
  ])('is cut, and closed: %s', async (line, flag, most) => {
    const stdin = endless();
    expect(await refusalOf(line, { stdin, env: { HOME: '/nonexistent' } })).toBe(
      `error: ${flag} cannot read stdin: it is longer than ${most}`,
    );
    expect(stdin.destroyed).toBe(true);
  });

  it('is told to programs with the flag that reads it', async () => {
    const argv = ['endpoints', 'create', '--url', '@-', '-o', 'json'];
    const { stderr } = await runCli(argv, { stdin: endless(), env });
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'USAGE',
      message: '--url cannot read stdin: it is longer than 1 MiB',
      field: '--url',
    });
  });
});

describe('a directory', () => {
  it.each(readers)('is no file: %s', async (line, flag) => {
    const directory = `${temporaryDirectory()}/there.pem`;
    mkdirSync(directory);
    expect(await refusalOf(line.replaceAll('FILE', directory))).toBe(
      `error: ${flag} cannot read the file ${directory}: it is a directory`,
    );
  });

  it.each([
    ['endpoints delete - --yes', '<id>'],
    ['endpoints create --from-file -', '--from-file'],
    ['endpoints create --url @-', '--url'],
    ['login --with-key --profile p', '--with-key'],
    ['sandbox seed -', '<file|demo>'],
  ])('as stdin is not nothing: %s', async (line, flag) => {
    const program = execa(
      'sh',
      ['-c', 'exec "$@" < /', 'sh', process.execPath, launcher, ...line.split(' ')],
      {
        env: { ...cleanEnvironment, ...env },
        extendEnv: false,
        reject: false,
      },
    );
    expect(await program).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: `error: ${flag} cannot read stdin: it is a directory`,
    });
  });
});

describe('a file of the program itself that never ends', () => {
  it.each([
    ['settings.json', 'settings file'],
    ['keys.json', 'keys file'],
  ])('is named: %s', async (name, what) => {
    const directory = temporaryDirectory();
    if (name === 'keys.json') {
      const profiles = { p: { 'base-url': 'http://127.0.0.1:1' } };
      writeFileSync(join(directory, 'settings.json'), JSON.stringify({ profile: 'p', profiles }));
      writeFileSync(join(directory, name), '', { mode: 0o600 });
      truncateSync(join(directory, name), 10 * 2 ** 30);
    } else symlinkSync('/dev/zero', join(directory, name));
    const { exitCode, stderr } = await runCli(['endpoints', 'list'], {
      env: { TUNNELCTL_CONFIG_DIR: directory },
    });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `error: cannot read the ${what} ${join(directory, name)}: it is longer than 1 MiB\n`,
    });
  });

  it('does not keep help from being shown', async () => {
    const directory = temporaryDirectory();
    symlinkSync('/dev/zero', join(directory, 'settings.json'));
    const { exitCode, stdout } = await tunnelctl(['help', 'formatting'], {
      env: { TUNNELCTL_CONFIG_DIR: directory },
    });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('csv');
  });
});

it('reads what is as long as it may be, whole', async () => {
  const file = join(temporaryDirectory(), 'long.txt');
  writeFileSync(file, `${'x'.repeat(2 ** 20 - 1)}\n`);
  expect(await refusalOf(`api-keys create --description @${file}`)).toBe(
    'error: --description is 1048575 bytes long; at most 255 are allowed',
  );
});
