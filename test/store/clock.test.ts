import { expect, test } from 'vitest';
import { tickAfter } from '../../src/store/clock.ts';
import type { Store } from '../../src/store/store.ts';
import { openStore, temporaryFile } from './store-fixture.ts';

const tick = (store: Store, now: number) => store.write((transaction) => transaction.tick(now));

test('the clock follows the wall clock, and counts on where that stands still or goes back', async () => {
  const store = await openStore();
  expect(await tick(store, 1000)).toEqual({ milliseconds: 1000, counter: 0 });
  expect(await tick(store, 1000)).toEqual({ milliseconds: 1000, counter: 1 });
  expect(await tick(store, 400)).toEqual({ milliseconds: 1000, counter: 2 });
  expect(await tick(store, 1001)).toEqual({ milliseconds: 1001, counter: 0 });
});

test('the clock goes on where it was when the file is opened again', async () => {
  const path = temporaryFile();
  const first = await openStore(path);
  await tick(first, 5000);
  await first.close();
  expect(await tick(await openStore(path), 4000)).toEqual({ milliseconds: 5000, counter: 1 });
});

test('two handles of one file never give the same point, nor an earlier one', async () => {
  const path = temporaryFile();
  const [first, second] = [await openStore(path), await openStore(path)];
  expect(await tick(first, 7000)).toEqual({ milliseconds: 7000, counter: 0 });
  expect(await tick(second, 6000)).toEqual({ milliseconds: 7000, counter: 1 });
  const both = await Promise.all(
    Array.from({ length: 40 }, (_, index) => tick(index % 2 ? first : second, 6500)),
  );
  expect(new Set(both.map((point) => point.counter)).size).toBe(40);
  expect((await tick(first, 0)).counter).toBe(42);
});

test('works of one commit get different points, and one that throws leaves a gap', async () => {
  const store = await openStore();
  const outcomes = await Promise.allSettled([
    tick(store, 1),
    store.write(async (transaction) => {
      await transaction.tick(1);
      throw new Error('refused');
    }),
    tick(store, 1),
  ]);
  expect(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.counter)).toEqual([
    0,
    false,
    2,
  ]);
});

test('a full counter moves on to the next millisecond', () => {
  const full = { milliseconds: 9, counter: 2 ** 22 - 1 };
  expect(tickAfter(full, 3)).toEqual({ milliseconds: 10, counter: 0 });
  expect(tickAfter({ ...full, counter: full.counter - 1 }, 9)).toEqual(full);
});

test('a time that is not in whole milliseconds is refused', async () => {
  await expect(tick(await openStore(), 1.5)).rejects.toThrow(RangeError);
});
