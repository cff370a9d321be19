import { expect, test } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { openStore, temporaryFile } from './store-fixture.ts';

function log(store: Store, ...numbers: number[]): Promise<void> {
  return store.write(async (transaction) => {
    for (const number of numbers) await transaction.log({ number });
  });
}

const numbers = (entries: { data: unknown }[]) =>
  entries.map(({ data }) => (data as { number: number }).number);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('entries are read in their order after a position, and backwards before one', async () => {
  const store = await openStore(temporaryFile());
  expect(await store.readLog({ limit: 5 })).toEqual([]);
  expect(await store.readLog({ after: 0, limit: 5 })).toEqual([]);
  await Promise.all([log(store, 1, 2, 3), log(store, 4)]);
  await log(store, 5);
  await log(store, 6, 7);
  const all = await store.readLog({ after: 0, limit: 100 });
  expect(all.map(({ position }) => position)).toEqual(range(1, 7));
  expect(numbers(all)).toEqual(range(1, 7));
  for (const after of range(0, 8)) {
    for (const limit of [1, 2, 100]) {
      const expected = range(after + 1, 7).slice(0, limit);
      expect(numbers(await store.readLog({ after, limit }))).toEqual(after > 7 ? [] : expected);
      const before = after + 1;
      const backwards = range(1, Math.min(7, before - 1))
        .reverse()
        .slice(0, limit);
      expect(numbers(await store.readLog({ before, limit }))).toEqual(before <= 1 ? [] : backwards);
    }
  }
  expect(numbers(await store.readLog({ limit: 2 }))).toEqual([7, 6]);
});

test('a work that fails leaves no entry, and those that share its commit keep theirs', async () => {
  const store = await openStore(temporaryFile());
  const failing = store.write(async (transaction) => {
    await transaction.log({ number: 1 });
    throw new Error('refused');
  });
  await Promise.allSettled([failing, log(store, 2)]);
  await expect(failing).rejects.toThrow('refused');
  expect(await store.readLog({ after: 0, limit: 5 })).toEqual([{ position: 1, data: { number: 2 } }]);
});

test('the last 10,000 entries are kept, and never many more', async () => {
  const store = await openStore(temporaryFile());
  for (let first = 1; first <= 12_500; first += 500) await log(store, ...range(first, first + 499));
  const kept = await store.readLog({ after: 0, limit: 100_000 });
  expect(kept.length).toBeGreaterThanOrEqual(10_000);
  expect(kept.length).toBeLessThanOrEqual(11_000);
  expect(kept.at(-1)).toEqual({ position: 12_500, data: { number: 12_500 } });
  expect(numbers(kept)).toEqual(range(12_501 - kept.length, 12_500));
});

test('entries survive a restart, and count on in another process', async () => {
  const path = temporaryFile();
  const first = await openStore(path);
  await log(first, 1);
  const second = await openStore(path);
  await log(second, 2);
  await log(first, 3);
  expect(numbers(await second.readLog({ after: 0, limit: 5 }))).toEqual([1, 2, 3]);
  await first.close();
  await second.close();
  const again = await openStore(path);
  expect(numbers(await again.readLog({ after: 1, limit: 5 }))).toEqual([2, 3]);
});

test('who starts over forgets the entries, and counts on', async () => {
  const store = await openStore(temporaryFile());
  await log(store, 1, 2);
  await store.startOver(async (transaction) => transaction.put('endpoints', 'ep_1', {}));
  expect(await store.readLog({ after: 0, limit: 5 })).toEqual([]);
  expect(await store.readLog({ limit: 5 })).toEqual([]);
  await log(store, 3);
  expect(await store.readLog({ after: 0, limit: 5 })).toEqual([{ position: 3, data: { number: 3 } }]);
  expect(numbers(await store.readLog({ limit: 5 }))).toEqual([3]);
});
