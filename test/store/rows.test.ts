import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { RowReading } from '../../src/store/sqlite/rows/row-reading.ts';
import { RowWriting } from '../../src/store/sqlite/rows/row-writing.ts';
import { migrate } from '../../src/store/sqlite/schema.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { openStore, put, temporaryFile } from './store-fixture.ts';

test('what was written is there after the file is closed and opened again', async () => {
  const path = temporaryFile();
  const first = await openStore(path);
  const data = { id: 'ep_1', nested: { list: [1, null, 'ü\u0000😀'] }, flag: false };
  await first.write((transaction) => transaction.put('endpoints', 'ep_1', data, { url: ['https://a'] }));
  await first.close();

  const second = await openStore(path);
  expect(await second.get('endpoints', 'ep_1')).toMatchObject({ id: 'ep_1', data });
  expect(await second.find('endpoints', 'url', 'https://a')).toEqual(['ep_1']);
  expect(await second.get('endpoints', 'ep_2')).toBeUndefined();
  expect(await second.get('tunnels', 'ep_1')).toBeUndefined();
});

test('rows come newest first, page by page, and the cursor need not exist', async () => {
  const store = await openStore();
  const ids = Array.from({ length: 250 }, (_, index) => `ep_${String(index).padStart(4, '0')}`);
  await Promise.all(ids.map((id) => put(store, id, { id })));
  await store.write((transaction) => transaction.put('aaa', 'ep_9999', {}));
  await store.write((transaction) => transaction.put('tunnels', 'ep_9999', {}));

  const seen: string[] = [];
  let before: string | undefined;
  for (;;) {
    const page = await store.list('endpoints', { before, limit: 100 });
    if (page.length === 0) break;
    seen.push(...page.map((row) => row.id));
    before = seen.at(-1);
  }
  expect(seen).toEqual(ids.toReversed());

  const afterGone = await store.list('endpoints', { before: 'ep_0002x', limit: 2 });
  expect(afterGone.map((row) => row.id)).toEqual(['ep_0002', 'ep_0001']);
});

test('a put replaces the row together with its keys', async () => {
  const store = await openStore();
  await store.write((t) => t.put('endpoints', 'ep_1', { n: 1 }, { url: ['a', 'b'], name: ['x'] }));
  await store.write((t) => t.put('endpoints', 'ep_1', { n: 2 }, { url: ['b', 'c', 'c'] }));

  expect(await store.get('endpoints', 'ep_1')).toMatchObject({ id: 'ep_1', data: { n: 2 } });
  expect(await store.find('endpoints', 'url', 'a')).toEqual([]);
  expect(await store.find('endpoints', 'url', 'b')).toEqual(['ep_1']);
  expect(await store.find('endpoints', 'url', 'c')).toEqual(['ep_1']);
  expect(await store.find('endpoints', 'name', 'x')).toEqual([]);
});

test('several rows may carry one value; they are found newest first', async () => {
  const store = await openStore();
  const long = 'v'.repeat(20_000);
  for (const id of ['ep_2', 'ep_1', 'ep_3']) {
    await store.write((transaction) => transaction.put('endpoints', id, {}, { url: [long] }));
  }
  await store.write((transaction) => transaction.put('tunnels', 'tn_1', {}, { url: [long] }));
  expect(await store.find('endpoints', 'url', long)).toEqual(['ep_3', 'ep_2', 'ep_1']);
  expect(await store.find('endpoints', 'url', `${long}x`)).toEqual([]);
});

test('a delete takes the keys along and says whether there was such a row', async () => {
  const store = await openStore();
  await store.write((transaction) => transaction.put('endpoints', 'ep_1', {}, { url: ['a'] }));
  const remove = () => store.write((transaction) => transaction.delete('endpoints', 'ep_1'));
  expect(await remove()).toBe(true);
  expect(await remove()).toBe(false);
  expect(await store.get('endpoints', 'ep_1')).toBeUndefined();
  expect(await store.find('endpoints', 'url', 'a')).toEqual([]);
});

test.skipIf(process.platform === 'win32')('the file and its directory are for their owner only', async () => {
  const path = join(temporaryDirectory(), 'deep', 'er', 'sandbox.db');
  const store = await openStore(path);
  await put(store, 'ep_1');
  const mode = (name: string) => (statSync(name).mode & 0o777).toString(8);
  expect(['', '-wal', '-shm'].map((suffix) => mode(path + suffix))).toEqual(['600', '600', '600']);
  expect(mode(join(path, '..'))).toBe('700');
  expect(mode(join(path, '../..'))).toBe('700');
});

test('after close every call says so, and closing again is fine', async () => {
  const store = await openStore();
  const last = put(store, 'ep_1');
  await Promise.all([store.close(), store.close()]);
  await last;
  await expect(store.get('endpoints', 'ep_1')).rejects.toThrow(/has been closed/);
  await expect(store.list('endpoints', { limit: 1 })).rejects.toThrow(/has been closed/);
  await expect(store.find('endpoints', 'url', 'a')).rejects.toThrow(/has been closed/);
  await expect(put(store, 'ep_2')).rejects.toThrow(/has been closed/);
  await store.close();
});

test('close leaves everything in the one file', async () => {
  const path = temporaryFile();
  const store = await openStore(path);
  await put(store, 'ep_1', { text: 'x'.repeat(10_000) });
  // A page that is just full must not leave its reader at work, which would hold back the log.
  await store.list('endpoints', { limit: 1 });
  await store.close();
  expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
});

test('no statement on rows or keys scans a table or sorts', () => {
  const database = new Database(':memory:');
  migrate(database, 0);
  const plans: string[] = [];
  const explaining = {
    prepare(sql: string) {
      const parameters = Array.from(sql.matchAll(/\?/g), () => null);
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all([parameters].flat());
      for (const step of steps as { detail: string }[]) plans.push(step.detail);
      return database.prepare(sql);
    },
  } as unknown as Database.Database;
  new RowReading(explaining);
  new RowWriting(explaining);
  expect(plans).toMatchInlineSnapshot(`
    [
      "SEARCH checked_records USING PRIMARY KEY (collection=? AND id=?)",
      "CO-ROUTINE (subquery-1)",
      "SEARCH checked_records USING PRIMARY KEY (collection=?)",
      "SCAN (subquery-1)",
      "CO-ROUTINE (subquery-1)",
      "SEARCH checked_records USING PRIMARY KEY (collection=? AND id<?)",
      "SCAN (subquery-1)",
      "CO-ROUTINE (subquery-1)",
      "SEARCH checked_records USING PRIMARY KEY (collection=? AND id>?)",
      "SCAN (subquery-1)",
      "SCAN CONSTANT ROW",
      "SCALAR SUBQUERY 1",
      "SEARCH checked_records USING PRIMARY KEY ((collection,id)<(?,?))",
      "SCALAR SUBQUERY 2",
      "SEARCH checked_records USING PRIMARY KEY ((collection,id)>(?,?))",
      "SCAN CONSTANT ROW",
      "SCALAR SUBQUERY 2",
      "CO-ROUTINE (subquery-1)",
      "SEARCH checked_keys USING PRIMARY KEY (collection=? AND name=? AND value=?)",
      "SCAN (subquery-1)",
      "SCALAR SUBQUERY 3",
      "SEARCH checked_keys USING PRIMARY KEY ((collection,name,value)<(?,?,?))",
      "SCALAR SUBQUERY 4",
      "SEARCH checked_keys USING PRIMARY KEY ((collection,name,value)>(?,?,?))",
      "SEARCH checked_records USING PRIMARY KEY (collection=? AND id=?)",
      "SEARCH checked_keys USING PRIMARY KEY (collection=? AND name=? AND value=? AND id=?)",
      "SCAN checked_clock",
      "SCAN checked_clock",
    ]
  `);
});
