import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { applicationId, migrate, schemaVersion } from '../../src/store/sqlite/schema.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts';
import { StoreFileError } from '../../src/store/store.ts';
import { openStore, put, temporaryFile } from './store-fixture.ts';

/** Expects the file at `path` to be refused by name and advice, with nothing changed and nothing left beside it. */
async function expectRefusal(path: string, reason: RegExp, advice = /choose another/): Promise<void> {
  const before = readFileSync(path);
  const error = await openSqliteStore(path).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreFileError);
  expect((error as Error).message).toContain(path);
  expect((error as Error).message).toMatch(reason);
  expect((error as Error).message).toMatch(advice);
  expect(readFileSync(path).equals(before)).toBe(true);
}

/** A closed file of ours with `rows` rows in it. */
async function writtenFile(rows: number): Promise<string> {
  const path = temporaryFile();
  const store = await openStore(path);
  await Promise.all(
    Array.from({ length: rows }, (_, index) => put(store, `ep_${index}`, { text: 'x'.repeat(500) })),
  );
  await store.close();
  return path;
}

test('a new file and an empty one become a data file of the current version', async () => {
  const path = temporaryFile();
  writeFileSync(path, '');
  await put(await openStore(path), 'ep_1');
  const header = readFileSync(path);
  expect(header.toString('latin1', 68, 72)).toBe('tunl');
  expect(header.readUInt32BE(60)).toBe(schemaVersion);
});

test.each(['', '%41 ?#&=ü', "it's"])('a path may hold any characters: %j', async (name) => {
  const path = `${temporaryFile()}${name}`;
  await put(await openStore(path), 'ep_1');
  expect(await (await openStore(path)).get('endpoints', 'ep_1')).toBeDefined();
  const beside = await readdir(dirname(path));
  expect(beside.every((file) => file.startsWith(`sandbox.db${name}`))).toBe(true);
});

test.each([
  ['text', Buffer.from('{"name": "settings"}\n')],
  ['one byte', Buffer.from('x')],
  ['long text', Buffer.alloc(50_000, 'SQLite format 4 ')],
  ['zeros', Buffer.alloc(8192)],
  ['only the start of a database', Buffer.from('SQLite format 3\0')],
])('a file of %s is refused and left as it is', async (_, content) => {
  const path = temporaryFile();
  writeFileSync(path, content);
  await expectRefusal(path, /is not a tunnelctl data file|is the SQLite database of another/);
  expect(await readdir(dirname(path))).toEqual(['sandbox.db']);
});

test("another program's database is refused and left as it is", async () => {
  const path = temporaryFile();
  new Database(path).exec('CREATE TABLE bookmarks (url); INSERT INTO bookmarks VALUES (1)');
  await expectRefusal(path, /is the SQLite database of another program/);
});

test('a file of a newer version is refused and left as it is', async () => {
  const path = await writtenFile(1);
  const bytes = readFileSync(path);
  bytes.writeUInt32BE(schemaVersion + 6, 60);
  writeFileSync(path, bytes);
  await expectRefusal(
    path,
    /written by a newer tunnelctl \(schema 9, this one knows 3\)/,
    /update tunnelctl/,
  );
});

test('a newer version is noticed even where it stands in the write-ahead log only', async () => {
  const path = await writtenFile(1);
  const newer = new Database(path);
  newer.exec(`PRAGMA user_version = ${schemaVersion + 1}`);
  expect(readFileSync(path).readUInt32BE(60)).toBe(schemaVersion);
  await expectRefusal(path, /written by a newer tunnelctl/, /update tunnelctl/);
  newer.close();
});

test('a truncated file is refused and left as it is', async () => {
  const path = await writtenFile(100);
  truncateSync(path, readFileSync(path).length - 5000);
  await expectRefusal(
    path,
    /is damaged \(it has \d+ of \d+ bytes\)/,
    /sandbox check --data '.*', and .* sandbox recover FILE --data '.*'/,
  );
});

test.each([1, 2, 3, 9])('a file with page %i overwritten is refused and left as it is', async (page) => {
  const path = await writtenFile(100);
  const bytes = readFileSync(path);
  bytes.fill(0xa5, page === 1 ? 100 : (page - 1) * 4096, page * 4096);
  writeFileSync(path, bytes);
  await expectRefusal(
    path,
    /is damaged/,
    /sandbox check --data '.*', and .* sandbox recover FILE --data '.*'/,
  );
});

test('a file of which two pages changed places is refused and left as it is', async () => {
  const path = await writtenFile(1_000);
  const bytes = readFileSync(path);
  const leaves = Array.from({ length: bytes.length / 4096 }, (_, n) => n * 4096).filter(
    (at) => bytes[at] === 10,
  );
  const [a, b] = [leaves[3], leaves[20]] as [number, number];
  const first = Buffer.from(bytes.subarray(a, a + 4096));
  bytes.copyWithin(a, b, b + 4096);
  first.copy(bytes, b);
  writeFileSync(path, bytes);
  await expectRefusal(path, /row not in PRIMARY KEY order/, /sandbox check/);
});

test.each([
  [
    'the text of a table',
    (bytes: Buffer) => bytes.fill(0xff, bytes.indexOf('CREATE TABLE') + 7, bytes.indexOf('CREATE TABLE') + 9),
  ],
  ['the name of a column', (bytes: Buffer) => bytes.write('colXection', bytes.indexOf('collection'))],
  ['its text encoding', (bytes: Buffer) => bytes.writeUInt32BE(2, 56)],
  ['its schema version', (bytes: Buffer) => bytes.writeUInt32BE(schemaVersion - 1, 60)],
  ['how it begins', (bytes: Buffer) => bytes.write('SQLite format 4', 0)],
  ['its mark', (bytes: Buffer) => bytes.writeUInt32BE(7, 68)],
  ['its page count', (bytes: Buffer) => bytes.writeUInt32BE(bytes.readUInt32BE(28) - 1, 28)],
])('a file that is damaged in %s is refused before SQLite acts on it', async (_, damage) => {
  const path = await writtenFile(100);
  const bytes = readFileSync(path);
  damage(bytes);
  writeFileSync(path, bytes);
  await expectRefusal(path, /is damaged/, /sandbox recover/);
});

test('a directory, and a path through a file, are refused', async () => {
  const path = temporaryFile();
  mkdirSync(path);
  await expect(openSqliteStore(path)).rejects.toThrow(/is not a file; choose another/);
  writeFileSync(`${path}/file`, '');
  await expect(openSqliteStore(`${path}/file/sandbox.db`)).rejects.toThrow(StoreFileError);
});

test.skipIf(process.getuid?.() === 0)('a file without write permission is refused', async () => {
  const path = await writtenFile(1);
  chmodSync(path, 0o400);
  await expectRefusal(path, /EACCES/, /change its permissions/);
});

test('a creation that was stopped half-way is begun again', async () => {
  // As SQLite leaves it: the tables are on disk already, the journal that undoes them not yet gone.
  const path = temporaryFile();
  const stopped = new Database(path);
  stopped.exec(
    'PRAGMA journal_mode = PERSIST; PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE',
  );
  stopped.exec(
    `PRAGMA application_id = ${applicationId}; CREATE TABLE records (collection); CREATE TABLE filler (x)`,
  );
  for (let row = 0; row < 100; row++) stopped.exec(`INSERT INTO filler VALUES ('${'x'.repeat(2000)}')`);
  const crashed = temporaryFile();
  for (const suffix of ['', '-journal']) writeFileSync(crashed + suffix, readFileSync(path + suffix));
  stopped.exec('ROLLBACK');

  const store = await openStore(crashed);
  await put(store, 'ep_1');
  expect(await store.list('endpoints', { limit: 5 })).toHaveLength(1);
});

/** A data file as whoever created it left it, stopped before it had a write-ahead log, or in the middle of a change. */
function withoutLog(change = ''): string {
  const [path, stopped] = [temporaryFile(), temporaryFile()];
  const database = new Database(path);
  database.exec('BEGIN');
  migrate(database, 0);
  database.exec(
    `COMMIT; PRAGMA journal_mode = PERSIST; PRAGMA cache_spill = 1; PRAGMA cache_size = 1; ${change}`,
  );
  for (const suffix of ['', '-journal']) {
    if (existsSync(path + suffix)) writeFileSync(stopped + suffix, readFileSync(path + suffix));
  }
  return stopped;
}

test('a file that has no log yet is used as any other', async () => {
  const store = await openStore(withoutLog());
  await put(store, 'ep_new');
  expect(await store.list('endpoints', { limit: 9 })).toHaveLength(1);
});

test.each([
  ['auto_vacuum', 52],
  ['incremental_vacuum', 64],
])('a file that was torn while it was made is made anew, whatever stood there of %s', async (_, offset) => {
  const path = temporaryFile();
  const page = Buffer.alloc(4096, 0xa5);
  const whole = temporaryFile();
  const database = new Database(whole);
  database.exec('CREATE TABLE x (y)');
  database.close();
  readFileSync(whole).copy(page, 0, 0, 512);
  page.writeUInt32BE(0xeb95ca13, offset);
  writeFileSync(path, page);
  // https://www.sqlite.org/fileformat2.html#the_rollback_journal: of a file that was empty before.
  const journal = Buffer.alloc(512);
  Buffer.from('d9d505f920a163d7', 'hex').copy(journal);
  journal.writeUInt32BE(512, 20);
  journal.writeUInt32BE(4096, 24);
  writeFileSync(`${path}-journal`, journal);
  for (const id of ['ep_1', 'ep_2']) {
    const store = await openSqliteStore(path);
    await put(store, id);
    await store.close();
  }
  const sound = new Database(path);
  expect(sound.prepare('PRAGMA integrity_check').raw().all([])).toEqual([['ok']]);
  sound.close();
});

test('a file whose first page is torn becomes again what the journal beside it says', async () => {
  const filler = `INSERT INTO filler VALUES ('${'x'.repeat(20_000)}');`;
  const path = withoutLog(`BEGIN; CREATE TABLE filler (x); ${filler.repeat(20)}`);
  writeFileSync(path, readFileSync(path).fill(0xa5, 0, 512));
  const store = await openStore(path);
  await put(store, 'ep_new');
  expect(await store.list('endpoints', { limit: 9 })).toHaveLength(1);
});

test('a torn file of another program is refused, and its journal left for that one', async () => {
  const path = temporaryFile();
  const database = new Database(path);
  const filler = `INSERT INTO filler VALUES ('${'x'.repeat(20_000)}');`;
  database.exec(
    `CREATE TABLE filler (x); PRAGMA journal_mode = PERSIST; PRAGMA cache_spill = 1; PRAGMA cache_size = 1;
     BEGIN; ${filler.repeat(20)}`,
  );
  const torn = temporaryFile();
  writeFileSync(torn, readFileSync(path).fill(0xa5, 0, 512));
  writeFileSync(`${torn}-journal`, readFileSync(`${path}-journal`));
  await expectRefusal(torn, /is the SQLite database of another program/);
});

test('damage that shows only in use is reported as such', async () => {
  // More than SQLite keeps in memory after the check at the start.
  const path = await writtenFile(10_000);
  const store = await openStore(path);
  const damage = readFileSync(path).fill(0xa5, 10 * 4096);
  writeFileSync(path, damage);
  const error = await store.list('endpoints', { limit: 10_000 }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreFileError);
  expect((error as Error).message).toContain(`${path} is damaged`);
});

test('a list does not end at a row whose collection is damaged', async () => {
  const path = await writtenFile(10_000);
  const store = await openStore(path);
  const bytes = readFileSync(path);
  // Comes before its collection now, where the list would end.
  bytes.write('endpointr', bytes.indexOf('endpointsep_5005'));
  writeFileSync(path, bytes);
  await expect(store.list('endpoints', { before: 'ep_5010', limit: 100 })).rejects.toThrow(/is damaged/);
});

test('a row that is another text than was written is reported as damage', async () => {
  const path = await writtenFile(1);
  new Database(path).exec("UPDATE checked_records SET row = replace(row, 'text', 'tent')");
  const store = await openStore(path);
  await expect(store.get('endpoints', 'ep_0')).rejects.toThrow(StoreFileError);
});

test('one file opened by two names is one store', async () => {
  const path = temporaryFile();
  const store = await openStore(path);
  symlinkSync(path, `${path}.link`);
  const link = await openStore(`${path}.link`);
  await put(link, 'ep_1');
  expect(await store.get('endpoints', 'ep_1')).toBeDefined();
});
