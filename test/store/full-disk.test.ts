import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StoreUnavailableError } from '../../src/store/store.ts';
import { cannotMount, smallDisk } from '../harness/small-disk.ts';
import { commitTimeStands, openStore, put } from './store-fixture.ts';

test('a full disk fails the whole commit, keeps what was there, and is forgotten once there is room', async (context) => {
  const disk = smallDisk('512k');
  if (!disk) return context.skip(cannotMount);
  const path = join(disk, 'sandbox.db');
  const filler = join(disk, 'filler');
  writeFileSync(filler, Buffer.alloc(200_000));
  const commits: number[] = [];
  const store = await openStore(path, { onCommit: (works) => commits.push(works) });
  await put(store, 'ep_1');

  commitTimeStands();
  const outcomes = await Promise.allSettled([
    put(store, 'ep_2'),
    store.write(() => Promise.reject(new RangeError('refused'))),
    put(store, 'ep_3', { text: 'x'.repeat(1_000_000) }),
  ]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailableError) });
    expect(outcome).toMatchObject({
      reason: { cause: { code: expect.stringMatching(/^SQLITE_(FULL|IOERR)/) } },
    });
  }
  expect((await store.list('endpoints', { limit: 5 })).map((row) => row.id)).toEqual(['ep_1']);

  rmSync(filler);
  await put(store, 'ep_4', { text: 'x'.repeat(50_000) });
  await store.close();
  const again = await openStore(path);
  expect((await again.list('endpoints', { limit: 5 })).map((row) => row.id)).toEqual(['ep_4', 'ep_1']);
  expect(commits).toEqual([1, 1]);
});

test('a work that swallows the error of a full disk is not kept either', async (context) => {
  const disk = smallDisk('256k');
  if (!disk) return context.skip(cannotMount);
  const store = await openStore(join(disk, 'sandbox.db'));
  const swallowing = store.write(async (transaction) => {
    await transaction.put('endpoints', 'ep_1', {});
    // More than SQLite holds in memory, so that the disk is met before the commit.
    for (let row = 0; row < 50; row++) {
      await transaction.put('endpoints', `ep_big${row}`, { text: 'x'.repeat(100_000) }).catch(() => {});
    }
    return 'content';
  });
  await expect(swallowing).rejects.toThrow(StoreUnavailableError);
  expect(await store.get('endpoints', 'ep_1')).toBeUndefined();
  await put(store, 'ep_2');
  expect(await store.get('endpoints', 'ep_2')).toBeDefined();
});

test('a disk too full to create the file on is said to be so', async (context) => {
  const disk = smallDisk('96k');
  if (!disk) return context.skip(cannotMount);
  writeFileSync(join(disk, 'filler'), Buffer.alloc(92_000));
  const path = join(disk, 'sandbox.db');
  await expect(openStore(path)).rejects.toThrow(StoreUnavailableError);
  rmSync(join(disk, 'filler'));
  await put(await openStore(path), 'ep_1');
});
