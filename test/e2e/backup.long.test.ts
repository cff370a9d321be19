import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tunnelctl } from '../harness/built-program.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

const sandbox = (data: string, ...words: string[]) => tunnelctl(['--sandbox', '--data', data, ...words]);

async function idsIn(data: string): Promise<string[]> {
  const { stdout, stderr, exitCode } = await sandbox(data, 'endpoints', 'list', '-o', 'id');
  expect(exitCode, stderr).toBe(0);
  return stdout.split('\n').filter(Boolean);
}

describe('sandbox backup', () => {
  it('copies what is served, whole, while others write, and says what it holds', async () => {
    const folder = temporaryDirectory();
    const data = join(folder, 'sandbox.db');
    const served = await startServe(['--data', data]);
    const headers = {
      authorization: `Bearer ${served.api_key}`,
      'service-version': '2',
      'content-type': 'application/json',
    };
    const acknowledged: string[] = [];
    let isEnded = false;
    const write = async (writer: number) => {
      for (let n = 0; !isEnded; n++) {
        const body = JSON.stringify({ url: `https://w${writer}-${n}.example.com` });
        const answer = await fetch(`${served.url}/endpoints`, { method: 'POST', headers, body });
        acknowledged.push(((await answer.json()) as { id: string }).id);
      }
    };
    const writers = [1, 2, 3, 4].map(write);
    const copies = [];
    for (const name of ['one.db', 'two.db']) {
      while (acknowledged.length < (copies.length + 1) * 50) await new Promise(setImmediate);
      const before = [...acknowledged];
      const made = await tunnelctl(['sandbox', 'backup', join(folder, name), '--data', data, '-o', 'json']);
      expect(made.exitCode, made.stderr).toBe(0);
      copies.push({ name, before, record: JSON.parse(made.stdout) });
    }
    isEnded = true;
    await Promise.all(writers);
    await served.end('SIGKILL');
    for (const { name, before, record } of copies) {
      const copy = join(folder, name);
      expect(record).toMatchObject({ data, file: copy, key: `${copy}.key`, bytes: statSync(copy).size });
      const ids = await idsIn(copy);
      expect(ids.length).toBe(record.objects.endpoints);
      expect(new Set(ids)).toEqual(new Set([...ids, ...before]));
      expect(ids.filter((id) => !acknowledged.includes(id)).length).toBeLessThanOrEqual(4);
      // Its secrets are there, too: a certificate is signed with the authority of the old one.
      const authority = await sandbox(copy, 'sandbox', 'info', '-o', 'json');
      const [{ id }] = JSON.parse(authority.stdout).ssh_certificate_authorities;
      expect(id).toBe(served.ssh_certificate_authorities[0]?.id);
      const check = await tunnelctl(['sandbox', 'check', '--data', copy]);
      expect(check.exitCode, check.stdout).toBe(0);
    }
  });

  it('goes on as the service that it was made of: with its keys, its clock and its certificates', async () => {
    const folder = temporaryDirectory();
    const data = join(folder, 'sandbox.db');
    const first = await startServe(['--data', data, '--seed', 'demo']);
    const copy = join(folder, 'copy.db');
    expect((await tunnelctl(['sandbox', 'backup', copy, '--data', data])).exitCode).toBe(0);
    const second = await startServe(['--data', copy]);
    expect(second.api_key).toBeNull();
    const env = { TUNNELCTL_BASE_URL: second.url, TUNNELCTL_API_KEY: String(first.api_key) };
    const ofBoth = [first.env, env].map((given) =>
      tunnelctl(['endpoints', 'list', '-o', 'id'], { env: given }),
    );
    const [ofFirst, ofSecond] = await Promise.all(ofBoth);
    expect(ofSecond?.stdout).toBe(ofFirst?.stdout);
    expect(ofSecond?.stdout).not.toBe('');
  });

  it('is made for its owner only, and replaces nothing but an earlier one of the same account, when asked', async () => {
    const folder = temporaryDirectory();
    const data = join(folder, 'sandbox.db');
    const copy = join(folder, 'copy.db');
    await sandbox(data, 'endpoints', 'create', '--url', 'https://one.example.com');
    const backUp = (...words: string[]) => tunnelctl(['sandbox', 'backup', copy, '--data', data, ...words]);
    const first = await backUp();
    expect(first).toMatchObject({ exitCode: 0, stdout: '' });
    expect(first.stderr).toMatch(/^backed up ac_\w+ to .*copy\.db and .*copy\.db\.key: .*1 endpoints/);
    for (const suffix of ['', '.key']) expect(statSync(copy + suffix).mode & 0o777).toBe(0o600);
    await sandbox(data, 'endpoints', 'create', '--url', 'https://two.example.com');

    const again = await backUp();
    expect(again).toMatchObject({ exitCode: 2 });
    expect(again.stderr).toMatch(/copy\.db is there already; name another file, or replace it with --force/);
    expect(await idsIn(copy)).toHaveLength(1);
    expect((await backUp('--force')).exitCode).toBe(0);
    expect(await idsIn(copy)).toHaveLength(2);

    const other = join(folder, 'other.db');
    await sandbox(other, 'endpoints', 'list');
    const overOther = await tunnelctl(['sandbox', 'backup', other, '--data', data, '--force']);
    expect(overOther).toMatchObject({ exitCode: 2 });
    expect(overOther.stderr).toMatch(/other\.db is there already and is no backup of this account/);
    const overItself = await tunnelctl(['sandbox', 'backup', data, '--data', data, '--force']);
    expect(overItself.stderr).toMatch(/is no backup of this account/);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const overNotes = await tunnelctl([
      'sandbox',
      'backup',
      join(folder, 'notes.txt'),
      '--data',
      data,
      '--force',
    ]);
    expect(overNotes.exitCode).toBe(2);
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('that cannot be written leaves nothing behind, and says which file', async () => {
    const folder = temporaryDirectory();
    const data = join(folder, 'sandbox.db');
    await sandbox(data, 'endpoints', 'list');
    const names = readdirSync(folder);
    const nowhere = await tunnelctl(['sandbox', 'backup', join(folder, 'no', 'where.db'), '--data', data]);
    expect(nowhere).toMatchObject({ exitCode: 2 });
    expect(nowhere.stderr).toMatch(/cannot make .*where\.db/);
    expect(readdirSync(folder)).toEqual(names);
    const missing = await tunnelctl([
      'sandbox',
      'backup',
      join(folder, 'b.db'),
      '--data',
      join(folder, 'none.db'),
    ]);
    expect(missing.exitCode).not.toBe(0);
    expect(existsSync(join(folder, 'b.db'))).toBe(false);
  });
});

describe('a clean end leaves the data file and its key alone', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('of serve, at %s', async (signal) => {
    const data = join(temporaryDirectory(), 'sandbox.db');
    const served = await startServe(['--data', data]);
    await tunnelctl(['endpoints', 'create', '--url', 'https://a.example.com'], { env: served.env });
    expect(readdirSync(join(data, '..')).sort()).toContain('sandbox.db-wal');
    await served.end(signal);
    expect(readdirSync(join(data, '..')).sort()).toEqual(['sandbox.db', 'sandbox.db.key']);
  });

  it('of commands on the file, the last of several programs included', async () => {
    const data = join(temporaryDirectory(), 'sandbox.db');
    const names = () => readdirSync(join(data, '..')).sort();
    for (const words of [
      ['endpoints', 'create', '--url', 'https://a.example.com'],
      ['endpoints', 'list'],
      ['endpoints', 'get', 'ep_000000000000000000000000000'],
    ]) {
      await sandbox(data, ...words);
      expect(names(), words.join(' ')).toEqual(['sandbox.db', 'sandbox.db.key']);
    }
    const served = await startServe(['--data', data]);
    await sandbox(data, 'endpoints', 'list');
    await served.end('SIGTERM');
    expect(names()).toEqual(['sandbox.db', 'sandbox.db.key']);
  });
});
