import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tunnelctl } from '../harness/built-program.ts';
import { copyEarlierFile, earlierFiles } from '../harness/earlier-file.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

/** A file as a program of schema 1 left it, and what that program said of it. */
function schema1() {
  const data = join(temporaryDirectory(), 'sandbox.db');
  copyEarlierFile('schema-1.db', data);
  const facts = JSON.parse(readFileSync(join(earlierFiles, 'schema-1.json'), 'utf8')) as {
    api_key: string;
    deleted_api_key: string;
    listed: Record<string, unknown[]>;
  };
  return { data, ...facts };
}

/** Digests of a file and its neighbours; not of the empty ones that SQLite leaves there when it only looks. */
function digestsOf(data: string): Record<string, string> {
  const folder = join(data, '..');
  const names = readdirSync(folder).filter(
    (name) => !/-shm$/.test(name) && statSync(join(folder, name)).size > 0,
  );
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return Object.fromEntries(names.map((name) => [name, digest(name)]));
}

describe('a data file of an earlier version', () => {
  it('is taken over by --sandbox with all that it holds', async () => {
    const { data, listed } = schema1();
    for (const [name, records] of Object.entries(listed)) {
      const argv = ['--sandbox', '--data', data, ...name.split(' '), 'list', '-o', 'json'];
      const { stdout } = await tunnelctl(argv);
      expect(JSON.parse(stdout), name).toEqual(records);
    }
  });

  it('is taken over by serve: its keys work, and deleted ones are told as such', async () => {
    const { data, api_key, deleted_api_key } = schema1();
    const sandbox = await startServe(['--data', data]);
    expect(sandbox.api_key).toBeNull();
    const call = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'service-version': '2' };
      return (await fetch(`${sandbox.url}/endpoints`, { headers })).json();
    };
    expect(await call(api_key)).toMatchObject({ endpoints: expect.any(Array) });
    expect(await call(deleted_api_key)).toMatchObject({ error_code: 'ERR_DELETED_API_KEY' });
  });
});

const unusable: [string, (data: string) => void, RegExp][] = [
  [
    'of a newer version',
    (data) => {
      const bytes = readFileSync(data);
      bytes.writeUInt32BE(99, 60);
      writeFileSync(data, bytes);
    },
    /^error: the data file \S+ was written by a newer tunnelctl \(schema 99, this one knows \d+\); update tunnelctl, or choose another file with --data/,
  ],
  [
    'that is cut short',
    (data) => writeFileSync(data, readFileSync(data).subarray(0, 50_000)),
    /^error: the data file \S+ is damaged \(it has 50000 of \d+ bytes\) and was left as it is; see what is lost with: tunnelctl sandbox check --data '\S+', and save the rest .*sandbox recover FILE --data '\S+'/,
  ],
  [
    'with junk in it',
    (data) => writeFileSync(data, readFileSync(data).fill(0xa5, 8192, 40_960)),
    /^error: the data file \S+ is damaged \(.*\) and was left as it is; .*sandbox check --data '\S+', .* sandbox recover FILE --data '\S+'/,
  ],
  [
    'that is none',
    (data) => writeFileSync(data, 'notes'),
    /^error: \S+ is not a tunnelctl data file; choose another/,
  ],
];

describe('a data file', () => {
  const commands = [
    ['serve', '--port', '0'],
    ['--sandbox', 'endpoints', 'list'],
    ['sandbox', 'info'],
    ['sandbox', 'export', '-'],
    ['sandbox', 'reset', '--yes'],
  ];
  it.each(unusable)('%s is refused by every command and kept as it is', async (_, spoil, message) => {
    const { data } = schema1();
    spoil(data);
    const before = digestsOf(data);
    for (const command of commands) {
      const { exitCode, stdout, stderr } = await tunnelctl([...command, '--data', data]);
      expect({ exitCode, stdout }, command.join(' ')).toEqual({ exitCode: 1, stdout: '' });
      expect(stderr).toMatch(message);
      expect(stderr).toContain(data);
    }
    const { stderr } = await tunnelctl(['--sandbox', 'endpoints', 'list', '--data', data, '-o', 'json']);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'DATA_FILE_UNUSABLE' } });
    expect(digestsOf(data)).toEqual(before);
  });
});

describe('--ephemeral', () => {
  it('never touches the saved file, wherever that is by default', async () => {
    const home = temporaryDirectory();
    const temporary = join(home, 'tmp');
    mkdirSync(temporary);
    const env = { HOME: home, XDG_DATA_HOME: join(home, 'data'), TMPDIR: temporary };
    await tunnelctl(['--sandbox', 'endpoints', 'create', '--url', 'https://kept.example.com'], { env });
    const { stdout: data } = await tunnelctl(['sandbox', 'path'], { env });
    expect(data).toBe(join(home, 'data/tunnelctl/sandbox.db'));
    const state = () => ({
      files: digestsOf(data),
      mtime: statSync(data).mtimeMs,
      ctime: statSync(data).ctimeMs,
    });
    const before = state();
    const sandbox = await startServe(['--ephemeral', '--seed', 'demo'], env);
    // What is not open cannot be locked either.
    if (process.platform === 'linux') {
      expect(openFiles(sandbox.pid).filter((path) => path.startsWith(join(home, 'data')))).toEqual([]);
      expect(openFiles(sandbox.pid).some((path) => path.startsWith(temporary))).toBe(true);
    }
    const user = { env: { ...env, ...sandbox.env } };
    expect(await tunnelctl(['endpoints', 'create', '--url', 'https://gone.example.com'], user)).toMatchObject(
      { exitCode: 0 },
    );
    expect(state()).toEqual(before);
    expect(await sandbox.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(state()).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('goes with no --data, and says so before it makes anything', async () => {
    const home = temporaryDirectory();
    const outcome = await tunnelctl(['serve', '--ephemeral', '--data', 'x.db'], {
      cwd: home,
      env: { HOME: home },
    });
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
    expect(outcome.stderr).toMatch(/^error: --ephemeral keeps no file; leave --data out/);
    expect(readdirSync(home).filter((name) => !name.startsWith('.cache'))).toEqual([]);
  });
});

function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((descriptor) => {
    try {
      return [readlinkSync(join(folder, descriptor))];
    } catch {
      return [];
    }
  });
}

it('what was answered before the -wal was removed is in the data file once serve has ended', async () => {
  const folder = temporaryDirectory();
  const data = join(folder, 'sandbox.db');
  const sandbox = await startServe(['--data', data]);
  const env = { ...sandbox.env, TUNNELCTL_RETRIES: '0' };
  await tunnelctl(['endpoints', 'create', '--url', 'https://a.example.com'], { env });
  rmSync(`${data}-wal`);
  const refused = await tunnelctl(['endpoints', 'create', '--url', 'https://b.example.com'], { env });
  expect(refused.exitCode).toBe(6);
  expect(refused.stderr).toContain(`${data}-wal was removed`);
  await sandbox.end('SIGTERM');
  const { stdout } = await tunnelctl(['--sandbox', 'endpoints', 'list', '--columns', 'url', '--data', data]);
  expect(stdout.trim()).toBe('https://a.example.com');
});
