import {
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { recoverFile } from '../../src/store/sqlite/integrity/file-recovery.ts';
import { reportOn } from '../../src/store/sqlite/integrity/file-report.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts';
import { StoreFileError } from '../../src/store/store.ts';
import { randomNumbers } from '../e2e/random-numbers.ts';
import { openStore, put, temporaryFile } from './store-fixture.ts';

const frameBytes = 24 + 4096;
const headerBytes = 32;

/** Copies a file as it is at this moment, as a process that is killed leaves it; without the index, as a power cut does. */
function copyOf(path: string, suffixes = ['', '-wal', '-shm']): string {
  const copy = temporaryFile();
  for (const suffix of suffixes) if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
  return copy;
}

/** A file that was not closed, with six commits in its write-ahead log, and where each of them ends. */
async function unfinishedFile(): Promise<{ path: string; ends: number[] }> {
  const path = temporaryFile();
  const store = await openStore(path);
  const ends: number[] = [];
  for (let n = 0; n < 6; n++) {
    await put(store, `ep_${n}`, { text: `${n}`.repeat(6_000) });
    ends.push(statSync(`${path}-wal`).size);
  }
  return { path, ends };
}

function change(path: string, edit: (bytes: Buffer) => Buffer | undefined): void {
  const bytes = readFileSync(path);
  writeFileSync(path, edit(bytes) ?? bytes);
}

async function idsIn(path: string): Promise<string[]> {
  const rows = await (await openStore(path)).list('endpoints', { limit: 100 });
  return rows.map(({ id }) => id).reverse();
}

async function expectRefusal(path: string, reason: RegExp): Promise<void> {
  const before = ['', '-wal'].map((suffix) => readFileSync(path + suffix));
  // Also the second time: whatever tells of the damage is still there.
  for (const _ of [1, 2]) {
    const error = await openSqliteStore(path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreFileError);
    expect((error as Error).message).toContain(`${path} is damaged`);
    expect((error as Error).message).toMatch(reason);
  }
  expect(['', '-wal'].every((suffix, i) => readFileSync(path + suffix).equals(before[i] as Buffer))).toBe(
    true,
  );
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => `ep_${n}`);

test.each([
  ['a byte of a page', 3, (bytes: Buffer, at: number) => void bytes.fill(0xa5, at + 2000, at + 2001)],
  ['its page number', 2, (bytes: Buffer, at: number) => void bytes.writeUInt32BE(77, at)],
  ['its salts', 2, (bytes: Buffer, at: number) => void bytes.writeUInt32BE(77, at + 8)],
  ['its checksum', 2, (bytes: Buffer, at: number) => void bytes.writeUInt32BE(77, at + 16)],
  ['all of it', 1, (bytes: Buffer, at: number) => void bytes.fill(0, at, at + frameBytes)],
])('a commit that is damaged in %s is noticed by the commits behind it', async (_, commit, damage) => {
  const { path, ends } = await unfinishedFile();
  for (const suffixes of [
    ['', '-wal'],
    ['', '-wal', '-shm'],
  ]) {
    const copy = copyOf(path, suffixes);
    change(`${copy}-wal`, (bytes) => damage(bytes, ends[commit] as number));
    await expectRefusal(copy, /frame \d+ of its write-ahead log is wrong, and more was committed after it/);
  }
});

test('a damaged header of the log is noticed by the commits in it', async () => {
  const { path } = await unfinishedFile();
  for (const at of [0, 10, 20, 30]) {
    const copy = copyOf(path, ['', '-wal']);
    change(`${copy}-wal`, (bytes) => void bytes.fill(0xa5, at, at + 1));
    await expectRefusal(copy, /the header of its write-ahead log is wrong/);
  }
});

test('a log that was cut short, or whose last commit is damaged, is noticed where the process was killed', async () => {
  const { path, ends } = await unfinishedFile();
  for (const end of [(ends[2] as number) + 100, ends[4] as number]) {
    const cut = copyOf(path);
    change(`${cut}-wal`, (bytes) => bytes.subarray(0, end));
    await expectRefusal(cut, /\d+ of \d+ frames are there/);
  }
  const last = copyOf(path);
  change(
    `${last}-wal`,
    (bytes) => void bytes.fill(0xa5, (ends[4] as number) + 500, (ends[4] as number) + 600),
  );
  await expectRefusal(last, /write-ahead log/);
});

test('a log that is gone is noticed where the process was killed, unless all of it stands in the file', async () => {
  const { path } = await unfinishedFile();
  for (const length of [undefined, 1, 31]) {
    const copy = copyOf(path);
    if (length === undefined) rmSync(`${copy}-wal`);
    else truncateSync(`${copy}-wal`, length);
    const before = readFileSync(copy);
    const error = await openSqliteStore(copy).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreFileError);
    expect((error as Error).message).toMatch(
      /is damaged \(its write-ahead log is gone: none of \d+ frames are there\)/,
    );
    expect(readFileSync(copy).equals(before)).toBe(true);
  }
  const index = readFileSync(`${path}-shm`);
  const writer = new Database(path);
  writer.prepare('PRAGMA wal_checkpoint(PASSIVE)').get([]);
  const whole = copyOf(path, ['', '-shm']);
  // As a power cut may leave it: the log is emptied already, and the index is one from before.
  const emptied = copyOf(path, ['']);
  writeFileSync(`${emptied}-wal`, '');
  writeFileSync(`${emptied}-shm`, index);
  writer.close();
  expect(await idsIn(whole)).toEqual(upTo(6));
  expect(await idsIn(emptied)).toEqual(upTo(6));
});

test('what is in a damaged log is saved from the file where all of it was copied there, and not as it was before', async () => {
  const path = temporaryFile();
  const store = await openStore(path);
  const ends: number[] = [];
  for (const version of [1, 2, 3]) {
    await put(store, 'ep_0', { text: `${version}`.repeat(6_000) });
    ends.push(statSync(`${path}-wal`).size);
  }
  const copier = new Database(path);
  copier.prepare('PRAGMA wal_checkpoint(PASSIVE)').get([]);
  for (const damage of [
    (bytes: Buffer) => bytes.subarray(0, ends[0]),
    (bytes: Buffer) => void bytes.fill(0xa5, (ends[1] as number) - 100, ends[1]),
  ]) {
    const copy = copyOf(path);
    change(`${copy}-wal`, damage);
    await expectRefusal(copy, /frame/);
    const saved = temporaryFile();
    const report = await recoverFile(copy, saved, { row: () => undefined, entry: () => undefined });
    expect(report).toMatchObject({ saved: { endpoints: 1 }, lost: [], mayBeOutdated: false });
    const row = await (await openStore(saved)).get('endpoints', 'ep_0');
    expect(row?.data).toEqual({ text: '3'.repeat(6_000) });
  }
  copier.close();
});

test.each<[what: string, damage: (page: Buffer) => unknown]>([
  ['all of it', (page) => page.fill(0xa5)],
  ['its mark', (page) => page.fill(0, 68, 72)],
  ['its version', (page) => page.writeUInt32BE(99, 60)],
  ['its page size', (page) => page.fill(2, 16, 17)],
  ['its encoding', (page) => page.writeUInt32BE(2, 56)],
  ['the sector of its header', (page) => page.fill(0xeb, 0, 512)],
  ['its numbers', (page) => page.fill(0xeb, 32, 68)],
])(
  'a first page of which a power cut left something else while the log was copied is copied anew: %s',
  async (_, damage) => {
    const { path } = await unfinishedFile();
    const killed = [copyOf(path, ['', '-wal']), copyOf(path)];
    const copier = new Database(path);
    copier.prepare('PRAGMA wal_checkpoint(PASSIVE)').get([]);
    killed.push(copyOf(path));
    copier.close();
    for (const copy of killed) {
      change(copy, (bytes) => void damage(bytes.subarray(0, 4096)));
      expect(await reportOn(copyOf(copy))).toMatchObject({ problems: [], rows: { endpoints: 6 } });
      const store = await openSqliteStore(copy);
      const rows = await store.list('endpoints', { limit: 100 });
      expect(rows.map(({ id }) => id).reverse()).toEqual(upTo(6));
      await put(store, 'ep_6', { text: 'x' });
      await store.close();
      // What is in the file alone.
      const after = copyOf(copy, ['']);
      expect(await reportOn(after)).toMatchObject({ problems: [], rows: { endpoints: 7 } });
      expect(await idsIn(after)).toEqual(upTo(7));
    }
  },
);

test('a file whose process was killed opens with all that was committed', async () => {
  const { path } = await unfinishedFile();
  expect(await idsIn(copyOf(path))).toEqual(upTo(6));
});

test('whatever a power cut leaves of the last commit, the others are there', async () => {
  const { path, ends } = await unfinishedFile();
  const random = randomNumbers(1);
  const [start, end] = ends.slice(-2) as [number, number];
  for (let n = 0; n < 20; n++) {
    const copy = copyOf(path, ['', '-wal']);
    change(`${copy}-wal`, (bytes) => {
      // Sectors that never reached the disk hold zeros, or what was there before.
      for (let at = Math.ceil(start / 512) * 512; at < end; at += 512) {
        if (random() < 0.5) bytes.fill(random() < 0.5 ? 0 : 0xa5, at, Math.min(at + 512, end));
      }
      return random() < 0.3 ? bytes.subarray(0, start + Math.floor(random() * (end - start))) : undefined;
    });
    const found = await idsIn(copy);
    expect(found.slice(0, 5)).toEqual(upTo(5));
  }
});

test('what a rejected commit left behind another one is no damage', async () => {
  const { path, ends } = await unfinishedFile();
  const base = copyOf(path, ['', '-wal']);
  const logWith = async (id: string, length: number) => {
    const path = copyOf(base);
    await put(await openStore(path), id, { text: 'x'.repeat(length) });
    return readFileSync(`${path}-wal`);
  };
  const long = await logWith('ep_rejected', 60_000);
  const short = await logWith('ep_accepted', 10_000);
  expect(long.subarray(0, ends.at(-1)).equals(short.subarray(0, ends.at(-1)))).toBe(true);
  const copy = copyOf(base);
  writeFileSync(`${copy}-wal`, Buffer.concat([short, long.subarray(short.length)]));
  expect(await idsIn(copy)).toEqual([...upTo(6), 'ep_accepted'].sort());
});

test('a log that was begun anew over a longer one is no damage', async () => {
  const path = temporaryFile();
  const store = await openStore(path);
  // More than SQLite keeps in a log before it writes it into the file and begins anew.
  for (let n = 0; n < 12; n++) await put(store, `ep_${n + 10}`, { text: 'x'.repeat(500_000) });
  await put(store, 'ep_99', { text: 'y'.repeat(9_000) });
  const { length } = readFileSync(`${path}-wal`);
  expect(length).toBeGreaterThan(headerBytes + 1000 * frameBytes);
  for (const suffixes of [
    ['', '-wal'],
    ['', '-wal', '-shm'],
  ]) {
    expect(await idsIn(copyOf(path, suffixes))).toHaveLength(13);
  }
});
