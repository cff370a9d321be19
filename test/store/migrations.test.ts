import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { digestOf, readSchema } from '../../src/store/sqlite/integrity/schema-tables.ts';
import { PageFile } from '../../src/store/sqlite/pages/page-file.ts';
import { migrations, newestTables, schemaVersion } from '../../src/store/sqlite/schema.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts';
import { StoreFileError } from '../../src/store/store.ts';
import { put, temporaryFile } from './store-fixture.ts';

/** Files as the last program of their schema wrote them (files/make-fixture.mjs); what users have does not change. */
const fixtures: Record<number, string> = {
  1: 'e193b44f52105ed79394fb4da69650fbdd7a8ef9a21cc9aa46bbb17a074bce02',
  2: 'e964d2b1ea06a0f0cea72dc51a229413111f8e334e85a36b9be7799c5f094e7a',
};

const fixture = (version: number) => join(import.meta.dirname, 'files', `schema-${version}.db`);

function copyOf(version: number): string {
  const path = temporaryFile();
  copyFileSync(fixture(version), path);
  return path;
}

/** What a file holds, read by nobody's code but this: without the checksums that came with schema 3. */
function rowsOf(path: string): unknown[] {
  const database = new Database(path);
  try {
    const values = (sql: string) => database.prepare(sql).raw().all([]) as (string | number)[][];
    const [hasChecksums] = values("SELECT 1 FROM sqlite_schema WHERE name = 'checked_records'");
    if (!hasChecksums) {
      const columns = ['collection, id, data', 'collection, name, value, id'];
      const [records, keys] = columns.map((names, i) =>
        values(`SELECT ${names} FROM ${['records', 'keys'][i]} ORDER BY ${names}`),
      );
      return [records, keys, values('SELECT milliseconds, counter FROM clock')];
    }
    const checked = (text: string | number | undefined) => String(text).slice(8);
    const records = values('SELECT collection, id, row FROM checked_records ORDER BY 1, 2').map(
      ([collection, id, row]) => {
        const [ownId, , data] = checked(row).split('\x1f');
        expect(ownId).toBe(id);
        return [collection, id, data];
      },
    );
    const keys = values(
      'SELECT collection, name, value, id FROM checked_keys ORDER BY collection, name, value, id',
    );
    const clock = values('SELECT point FROM checked_clock').map(([point]) =>
      checked(point).split(' ').map(Number),
    );
    return [records, keys, clock];
  } finally {
    database.close();
  }
}

/** A step to a schema of tomorrow; it changes what is there before it goes on to `more`. */
const nextStep = (more: string) =>
  `CREATE TABLE tomorrow (id TEXT);
   INSERT INTO tomorrow SELECT id FROM checked_records;
   UPDATE checked_records SET row = '{}';
   ${more}`;

test('a file of each earlier schema is kept, and is the one that was kept first', () => {
  const earlier = Array.from({ length: schemaVersion - 1 }, (_, i) => i + 1);
  expect(Object.keys(fixtures).map(Number)).toEqual(earlier);
  for (const version of earlier) {
    const bytes = readFileSync(fixture(version));
    expect(bytes.readUInt32BE(60)).toBe(version);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(fixtures[version]);
  }
});

test.each(Object.keys(fixtures).map(Number))(
  'a file of schema %i becomes one of today, with all its rows',
  async (version) => {
    const path = copyOf(version);
    const before = rowsOf(path);
    const store = await openSqliteStore(path);
    expect((await store.describe()).schemaVersion).toBe(schemaVersion);
    await put(store, 'ep_new');
    expect(await store.get('endpoints', 'ep_new')).toBeDefined();
    await store.write((transaction) => transaction.delete('endpoints', 'ep_new'));
    await store.close();
    expect(readFileSync(path).readUInt32BE(60)).toBe(schemaVersion);
    expect(rowsOf(path)).toEqual(before);
  },
);

test('programs that open an older file at the same time agree on who migrates it', async () => {
  const path = copyOf(1);
  const before = rowsOf(path);
  const stores = await Promise.all([1, 2, 3].map(() => openSqliteStore(path)));
  for (const store of stores) expect((await store.describe()).schemaVersion).toBe(schemaVersion);
  await Promise.all(stores.map((store) => store.close()));
  expect(rowsOf(path)).toEqual(before);
});

test('a step that fails half-way leaves the file as it was, for the version that wrote it', async () => {
  const path = copyOf(1);
  const bytes = readFileSync(path);
  const before = rowsOf(copyOf(1));
  const steps = [...migrations, nextStep('INSERT INTO nowhere VALUES (1)')];
  await expect(openSqliteStore(path, { migrations: steps })).rejects.toThrow(/nowhere/);
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect(existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`).length : 0).toBe(0);

  expect(rowsOf(path)).toEqual(before);
  const store = await openSqliteStore(path);
  expect((await store.describe()).schemaVersion).toBe(schemaVersion);
  await store.close();
  expect(rowsOf(path)).toEqual(before);
});

test('steps are taken from the schema that a file has, and earlier programs then refuse it', async () => {
  const path = copyOf(1);
  const steps = [...migrations, nextStep('')];
  const store = await openSqliteStore(path, { migrations: steps });
  expect((await store.describe()).schemaVersion).toBe(schemaVersion + 1);
  await store.close();
  const database = new Database(path);
  const [count] = database.prepare('SELECT count(*) FROM tomorrow').raw().get([]) as [number];
  database.close();
  expect(count).toBeGreaterThan(50);
  const refusal = openSqliteStore(path);
  await expect(refusal).rejects.toThrow(StoreFileError);
  await expect(refusal).rejects.toThrow(/written by a newer tunnelctl/);
});

test('the digest of the tables that files are held to is that of a new file, and of one that was migrated', async () => {
  for (const path of [temporaryFile(), copyOf(1), copyOf(2)]) {
    await (await openSqliteStore(path)).close();
    const file = new PageFile(path);
    expect(digestOf(readSchema(file))).toBe(newestTables);
    file.close();
  }
});
