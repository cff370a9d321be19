import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type FileStore, StoreFileError } from '../../src/store/store.ts';
import { openStore, put, temporaryFile } from './store-fixture.ts';

interface OpenFile {
  readonly store: FileStore;
  readonly path: string;
}

/** A store with one row, in a folder of its own that can be renamed. */
async function openedFile(): Promise<OpenFile> {
  const path = join(dirname(temporaryFile()), 'data', 'sandbox.db');
  const store = await openStore(path);
  await put(store, 'ep_1');
  return { store, path };
}

async function expectGone({ store, path }: OpenFile, problem: RegExp): Promise<void> {
  const error = await put(store, 'ep_2').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreFileError);
  expect((error as Error).message).toMatch(problem);
  expect((error as Error).message).toContain(path);
  expect(store.failure()).toMatchObject({ message: (error as Error).message });
  await expect(store.get('endpoints', 'ep_1')).rejects.toThrow(StoreFileError);
  await expect(store.list('endpoints', { limit: 5 })).rejects.toThrow(StoreFileError);
  await expect(store.readLog({ limit: 5 })).rejects.toThrow(StoreFileError);
}

test('a commit into a file that was removed is refused, and so is everything after it', async () => {
  const open = await openedFile();
  rmSync(open.path);
  await expectGone(
    open,
    /was removed, or it or its folder renamed, .*; nothing is read or stored any more: put that very file back/,
  );
});

test('a commit into a file that another one took the place of is refused, and the other is left alone', async () => {
  const open = await openedFile();
  copyFileSync(open.path, `${open.path}.copy`);
  renameSync(`${open.path}.copy`, open.path);
  const before = readFileSync(open.path);
  await expectGone(open, /^another file stands at /);
  await open.store.close();
  expect(readFileSync(open.path).equals(before)).toBe(true);
});

test('a commit into a file whose folder was renamed is refused until it has its name again', async () => {
  const open = await openedFile();
  const folder = dirname(open.path);
  renameSync(folder, `${folder}.away`);
  await expectGone(open, /was removed, or it or its folder renamed/);
  renameSync(`${folder}.away`, folder);
  expect(open.store.failure()).toBeUndefined();
  expect(await open.store.get('endpoints', 'ep_2')).toBeUndefined();
  await put(open.store, 'ep_3');
  expect(await open.store.list('endpoints', { limit: 5 })).toMatchObject([{ id: 'ep_3' }, { id: 'ep_1' }]);
});

test.each(['-wal', '-shm'])('a commit after the %s was removed or replaced is refused', async (suffix) => {
  const open = await openedFile();
  rmSync(open.path + suffix);
  await expectGone(open, new RegExp(`sandbox.db${suffix} was removed, .*: stop what has the data file open`));
  writeFileSync(open.path + suffix, '');
  await expectGone(open, new RegExp(`^another file stands at \\S+${suffix} `));
});

test('a read notices within a second that the file is gone, though nobody writes', async () => {
  const { store, path } = await openedFile();
  renameSync(path, `${path}.away`);
  mkdirSync(path);
  const start = performance.now();
  for (;;) {
    const error = await store.get('endpoints', 'ep_1').then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error !== undefined) {
      expect(error).toBeInstanceOf(StoreFileError);
      break;
    }
    expect(performance.now() - start).toBeLessThan(5_000);
  }
});
