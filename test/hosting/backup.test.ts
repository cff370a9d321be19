import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backUpAccountFile, backupPlace } from '../../src/hosting/backup.ts';
import { openService } from '../../src/hosting/open-service.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

async function madeFile(): Promise<string> {
  const file = join(temporaryDirectory(), 'sandbox.db');
  await (await openService(file)).close();
  return file;
}

it('a backup to a link goes to the file that it leads to, there already or not', async () => {
  const data = await madeFile();
  const folder = temporaryDirectory();
  const [link, real] = [join(folder, 'latest.db'), join(folder, 'real.db')];
  symlinkSync('real.db', link);
  expect(backupPlace(data, link)).toBe('free');
  const first = await backUpAccountFile(data, link);
  expect(first).toMatchObject({ file: real, key: `${real}.key`, bytes: statSync(real).size });
  expect(backupPlace(data, link)).toBe('same account');
  await backUpAccountFile(data, link);
  expect(readlinkSync(link)).toBe('real.db');
  expect(readdirSync(folder).sort()).toEqual(['latest.db', 'real.db', 'real.db.key']);
  const copy = await openService(real);
  expect(copy.account.id).toBe(first.accountId);
  await copy.close();
});

it('a backup does not go by a link onto the data file itself', async () => {
  const data = await madeFile();
  const link = join(temporaryDirectory(), 'same.db');
  symlinkSync(data, link);
  expect(backupPlace(data, link)).toBe('another');
});

it('a backup beside the key of an earlier one, whose data is gone, takes that key', async () => {
  const data = await madeFile();
  const to = join(temporaryDirectory(), 'copy.db');
  const made = await backUpAccountFile(data, to);
  const key = readFileSync(made.key);
  rmSync(to);
  expect(backupPlace(data, to)).toBe('free');
  await backUpAccountFile(data, to);
  expect(existsSync(to)).toBe(true);
  expect(readFileSync(made.key)).toEqual(key);
  expect(statSync(made.key).mode & 0o777).toBe(0o600);
});

it('a backup does not replace a key that somebody put there meanwhile', async () => {
  const [data, other] = [await madeFile(), await madeFile()];
  const to = join(temporaryDirectory(), 'copy.db');
  copyFileSync(`${other}.key`, `${to}.key`);
  await expect(backUpAccountFile(data, to)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(`${to}.key`)).toEqual(readFileSync(`${other}.key`));
  expect(existsSync(to)).toBe(false);
});
