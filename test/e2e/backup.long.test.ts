import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tunnelctl } from '../harness/built-program.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

const create = ['endpoints', 'create', '--url'];

test('a backup while serve has the file open holds all that was answered, and is a data file of its own', async () => {
  const folder = temporaryDirectory();
  const data = join(folder, 'sandbox.db');
  const copy = join(folder, 'copy', '..', 'copy.db');
  const sandbox = await startServe(['--data', data]);
  for (const name of ['a', 'b']) {
    const made = await tunnelctl([...create, `https://${name}.example.com`], { env: sandbox.env });
    expect(made).toMatchObject({ exitCode: 0 });
  }
  const backup = ['sandbox', 'backup', join(folder, 'copy.db'), '--data', data];
  const { exitCode, stdout } = await tunnelctl([...backup, '-o', 'json']);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    key: `${copy}.key`,
    objects: { endpoints: 2, api_keys: 1 },
  });
  for (const file of [copy, `${copy}.key`]) expect(statSync(file).mode & 0o777).toBe(0o600);

  const again = await tunnelctl(backup);
  expect(again).toMatchObject({ exitCode: 2, stdout: '' });
  expect(again.stderr).toContain('--force');
  expect(await tunnelctl([...backup, '--force'])).toMatchObject({ exitCode: 0 });
  expect(await sandbox.end('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(readdirSync(folder).sort()).toEqual(['copy.db', 'copy.db.key', 'sandbox.db', 'sandbox.db.key']);

  const restored = await startServe(['--data', copy]);
  expect(restored.api_key).toBeNull();
  const env = { ...restored.env, TUNNELCTL_API_KEY: sandbox.env.TUNNELCTL_API_KEY as string };
  const { stdout: urls } = await tunnelctl(['endpoints', 'list', '--columns', 'url'], { env });
  expect(urls).toContain('https://a.example.com');
});

test('what was answered before the -wal was removed is in the data file once serve has ended', async () => {
  const folder = temporaryDirectory();
  const data = join(folder, 'sandbox.db');
  const sandbox = await startServe(['--data', data]);
  const env = { ...sandbox.env, TUNNELCTL_RETRIES: '0' };
  await tunnelctl([...create, 'https://a.example.com'], { env });
  rmSync(`${data}-wal`);
  const refused = await tunnelctl([...create, 'https://b.example.com'], { env });
  expect(refused.exitCode).toBe(6);
  expect(refused.stderr).toContain(`${data}-wal was removed`);
  await sandbox.end('SIGTERM');
  const { stdout } = await tunnelctl(['--sandbox', 'endpoints', 'list', '--columns', 'url', '--data', data]);
  expect(stdout.trim()).toBe('https://a.example.com');
});
