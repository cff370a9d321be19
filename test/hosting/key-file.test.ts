import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { accountCollections } from '../../src/account/records/account.ts';
import { openService } from '../../src/hosting/open-service.ts';
import { StoreFileError } from '../../src/store/store.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

/** A data file with its key, closed. */
async function madeFile(name = 'sandbox.db'): Promise<string> {
  const file = join(temporaryDirectory(), name);
  await (await openService(file)).close();
  return file;
}

async function accountIn(file: string): Promise<string> {
  const service = await openService(file);
  await service.close();
  return service.account.id;
}

function writeSparseFile(file: string, bytes: number): void {
  writeFileSync(file, '', { mode: 0o600 });
  truncateSync(file, bytes);
}

/** Makes sure that the file is refused with these words, and that nothing in its folder is changed or made. */
async function expectRefusal(file: string, ...words: RegExp[]): Promise<void> {
  const folder = dirname(file);
  const look = () =>
    Object.fromEntries(
      readdirSync(folder)
        .filter((name) => !name.endsWith('-shm') && statSync(join(folder, name)).isFile())
        .filter((name) => !name.endsWith('-wal') || statSync(join(folder, name)).size > 0)
        .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
    );
  const before = look();
  const error = await openService(file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreFileError);
  for (const expected of words) expect((error as Error).message).toMatch(expected);
  expect(look()).toEqual(before);
}

const mode = (file: string) => statSync(file).mode & 0o777;

describe('a data file', () => {
  it('without its key is refused, and no other key is made', async () => {
    const file = await madeFile();
    rmSync(`${file}.key`);
    await expectRefusal(file, /the key of the data file .* is missing: .*sandbox\.db\.key/, /put it back/);
    expect(existsSync(`${file}.key`)).toBe(false);
  });

  it('is refused with the key of another one', async () => {
    const file = await madeFile();
    copyFileSync(`${await madeFile()}.key`, `${file}.key`);
    await expectRefusal(file, /sandbox\.db\.key is the key of another data file than .*sandbox\.db/);
  });

  it('is refused with a key that is none', async () => {
    const file = await madeFile();
    writeFileSync(`${file}.key`, 'c2hvcnQ=\n');
    await expectRefusal(file, /does not hold the key/);
  });

  it.each<[string, (key: string) => void, RegExp]>([
    ['a folder', (key) => mkdirSync(key, { mode: 0o700 }), /it is not a file/],
    ['a pipe', (key) => execFileSync('mkfifo', ['-m', '600', key]), /it is not a file/],
    ['a file of a gigabyte', (key) => writeSparseFile(key, 2 ** 30), /longer than 1 MiB/],
  ])('is refused with %s for a key, which is not read', async (_, put, problem) => {
    const file = await madeFile();
    rmSync(`${file}.key`);
    put(`${file}.key`);
    const error = await openService(file).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreFileError);
    expect((error as Error).message).toMatch(/^the key file .*sandbox\.db\.key cannot be read: /);
    expect((error as Error).message).toMatch(problem);
  });

  it('of an earlier version is refused with the key of another one, and gets its probe with its own', async () => {
    const file = await madeFile();
    const { account, store, close } = await openService(file);
    await store.write((transaction) => transaction.delete(accountCollections.settings, 'key_probe'));
    await close();
    copyFileSync(`${file}.key`, `${file}.own`);
    copyFileSync(`${await madeFile()}.key`, `${file}.key`);
    await expectRefusal(file, /the key of another data file/);
    copyFileSync(`${file}.own`, `${file}.key`);
    expect(await accountIn(file)).toBe(account.id);
    const service = await openService(file);
    expect(await service.store.get(accountCollections.settings, 'key_probe')).toBeDefined();
    await service.close();
  });

  it('behind a link has one key, beside the file that is meant', async () => {
    const file = await madeFile();
    const folder = temporaryDirectory();
    const link = join(folder, 'link.db');
    symlinkSync(file, link);
    expect(await accountIn(link)).toBe(await accountIn(file));
    expect(readdirSync(folder)).toEqual(['link.db']);
  });

  it('that a link is to lead to is made there, and its key beside it', async () => {
    const [folder, links] = [temporaryDirectory(), temporaryDirectory()];
    symlinkSync(join(folder, 'real.db'), join(links, 'link.db'));
    await accountIn(join(links, 'link.db'));
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['real.db', 'real.db.key']));
    expect(readdirSync(links)).toEqual(['link.db']);
  });

  it('that a link is to lead to is found from where the link really is', async () => {
    const [folder, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
    mkdirSync(join(folder, 'links'));
    symlinkSync('../real.db', join(folder, 'links', 'link.db'));
    symlinkSync(join(folder, 'links'), join(elsewhere, 'links'));
    const id = await accountIn(join(elsewhere, 'links', 'link.db'));
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['real.db', 'real.db.key']));
    expect(readdirSync(elsewhere)).toEqual(['links']);
    expect(await accountIn(join(folder, 'real.db'))).toBe(id);
  });

  it.each([
    ['itself', ['a.db']],
    ['one another', ['b.db', 'a.db']],
    ['itself by way of a folder that is not there', ['none/../a.db']],
  ])('behind links that lead to %s is refused', async (_, targets) => {
    const folder = temporaryDirectory();
    for (const [n, target] of targets.entries()) symlinkSync(target, join(folder, ['a.db', 'b.db'][n] ?? ''));
    const file = join(folder, 'a.db');
    const error = await openService(file).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreFileError);
    expect((error as Error).message).toBe(
      `${file} is a link that leads to no file: its links go round in a circle; name the data file itself`,
    );
    expect(readdirSync(folder)).toHaveLength(targets.length);
  });

  it.each(['missing', 'empty'])('that is %s beside a key is not begun anew', async (state) => {
    const file = await madeFile();
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    if (state === 'empty') writeFileSync(file, '', { mode: 0o600 });
    await expectRefusal(
      file,
      new RegExp(`sandbox\\.db is ${state}, but its key .*\\.key is there`),
      /from a backup/,
    );
  });

  it('that is missing beside its write-ahead log is not begun anew', async () => {
    const file = join(temporaryDirectory(), 'sandbox.db');
    writeFileSync(`${file}-wal`, 'x'.repeat(5000), { mode: 0o600 });
    await expectRefusal(file, /is missing, but its write-ahead log .*-wal is there/);
  });

  it('copied without what is in its write-ahead log is not taken for a new one', async () => {
    const file = join(temporaryDirectory(), 'sandbox.db');
    const service = await openService(file);
    const folder = join(temporaryDirectory(), 'copy');
    mkdirSync(folder);
    const copy = join(folder, 'sandbox.db');
    for (const suffix of ['', '.key']) copyFileSync(file + suffix, copy + suffix);
    await service.close();
    await expectRefusal(copy, /holds no account, but .*\.key is the key of one/, /sandbox backup/);
  });

  it('and its key are made whole when the process that made them was stopped in between', async () => {
    const file = await madeFile();
    // As it is between the making of the key and that of the account.
    const key = readFileSync(`${file}.key`, 'utf8');
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    writeFileSync(`${file}.key`, `${key}# no account yet\n`, { mode: 0o600 });
    const id = await accountIn(file);
    expect(readFileSync(`${file}.key`, 'utf8')).toBe(key);
    expect(await accountIn(file)).toBe(id);
  });

  it('that several open as the first has one account and one key', async () => {
    const file = join(temporaryDirectory(), 'sandbox.db');
    const services = await Promise.all(Array.from({ length: 5 }, () => openService(file)));
    expect(new Set(services.map(({ account }) => account.id)).size).toBe(1);
    const sealed = services[0]?.vault.seal('text') ?? '';
    for (const { vault } of services) expect(vault.open(sealed)).toBe('text');
    await Promise.all(services.map(({ close }) => close()));
    expect(await accountIn(file)).toBe(services[0]?.account.id);
  });
});

describe.skipIf(process.platform === 'win32')('what other users can read', () => {
  it('is closed to them where it is the data', async () => {
    const file = await madeFile();
    const reader = new Database(file);
    reader.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE held (a); DROP TABLE held');
    for (const suffix of ['', '-wal', '-shm']) chmodSync(file + suffix, 0o664);
    await accountIn(file);
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(file + suffix)) expect(mode(file + suffix), suffix).toBe(0o600);
    }
    reader.close();
  });

  it('is refused where it is the key', async () => {
    const file = await madeFile();
    chmodSync(`${file}.key`, 0o640);
    await expectRefusal(file, /sandbox\.db\.key is open to other users \(mode 0640\)/, /chmod 600/);
    expect(mode(`${file}.key`)).toBe(0o640);
  });
});

it('a data file that was moved with its key goes on elsewhere', async () => {
  const file = await madeFile();
  const id = await accountIn(file);
  const moved = join(temporaryDirectory(), 'elsewhere.db');
  renameSync(file, moved);
  renameSync(`${file}.key`, `${moved}.key`);
  expect(await accountIn(moved)).toBe(id);
});
