import { expect, test } from 'vitest';
import type { Transaction } from '../../src/store/store.ts';
import { commitTimeStands, openStore, put, signal, temporaryFile } from './store-fixture.ts';

test('works that wait together share one commit, each with its own result', async () => {
  commitTimeStands();
  const commits: number[] = [];
  const store = await openStore(undefined, { onCommit: (works) => commits.push(works) });
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      store.write(async (transaction) => {
        await transaction.put('endpoints', `ep_${index}`, {});
        return index;
      }),
    ),
  );
  expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(commits).toEqual([20]);
});

test('a commit is bounded, so that nobody waits for an endless one', async () => {
  commitTimeStands();
  const commits: number[] = [];
  const store = await openStore(undefined, { onCommit: (works) => commits.push(works) });
  await Promise.all(Array.from({ length: 1000 }, (_, index) => put(store, `ep_${index}`)));
  expect(commits).toEqual([256, 256, 256, 232]);
});

test('works run one after the other, in the order in which they came', async () => {
  const store = await openStore();
  const increment = async (transaction: Transaction) => {
    const row = await transaction.get('counters', 'one');
    const count = Number(row?.data.count ?? 0) + 1;
    await new Promise((resolve) => setImmediate(resolve));
    await transaction.put('counters', 'one', { count });
    return count;
  };
  const results = await Promise.all(Array.from({ length: 30 }, () => store.write(increment)));
  expect(results).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
});

test('a work that throws leaves no trace and does not inject the others', async () => {
  commitTimeStands();
  const commits: number[] = [];
  const store = await openStore(undefined, { onCommit: (works) => commits.push(works) });
  await store.write((transaction) => transaction.put('endpoints', 'ep_0', { old: true }, { url: ['old'] }));
  const refuse = (id: string) =>
    store.write(async (transaction) => {
      await transaction.put('endpoints', id, {}, { url: ['new'] });
      await transaction.delete('endpoints', 'ep_0');
      throw new RangeError(`no ${id}`);
    });
  const outcomes = await Promise.allSettled([
    put(store, 'ep_1'),
    refuse('ep_2'),
    put(store, 'ep_3'),
    refuse('ep_0'),
    store.write(() => {
      throw new RangeError('at once');
    }),
    put(store, 'ep_5'),
  ]);
  expect(
    outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.message : 'kept')),
  ).toEqual(['kept', 'no ep_2', 'kept', 'no ep_0', 'at once', 'kept']);
  expect(commits).toEqual([1, 6]);
  expect((await store.list('endpoints', { limit: 9 })).map((row) => row.id)).toEqual([
    'ep_5',
    'ep_3',
    'ep_1',
    'ep_0',
  ]);
  expect(await store.find('endpoints', 'url', 'new')).toEqual([]);
  expect(await store.find('endpoints', 'url', 'old')).toEqual(['ep_0']);
});

test('a work sees its own changes; readers see them once they are committed', async () => {
  const path = temporaryFile();
  const store = await openStore(path);
  const other = await openStore(path);
  const changed = signal();
  const looked = signal();
  const writing = store.write(async (transaction) => {
    await transaction.put('endpoints', 'ep_1', { n: 1 }, { url: ['a'] });
    expect(await transaction.get('endpoints', 'ep_1')).toMatchObject({ id: 'ep_1', data: { n: 1 } });
    expect(await transaction.find('endpoints', 'url', 'a')).toEqual(['ep_1']);
    expect(await transaction.list('endpoints', { limit: 5 })).toHaveLength(1);
    changed.give();
    await looked.given;
  });
  await changed.given;
  for (const reader of [store, other]) {
    expect(await reader.get('endpoints', 'ep_1')).toBeUndefined();
    expect(await reader.find('endpoints', 'url', 'a')).toEqual([]);
    expect(await reader.list('endpoints', { limit: 5 })).toEqual([]);
  }
  looked.give();
  await writing;
  for (const reader of [store, other]) expect(await reader.get('endpoints', 'ep_1')).toBeDefined();
});

test('a transaction cannot be used after its work has ended', async () => {
  const store = await openStore();
  let kept: Transaction | undefined;
  await store.write(async (transaction) => {
    kept = transaction;
  });
  await expect(kept?.put('endpoints', 'ep_1', {})).rejects.toThrow(/transaction has ended/);
  await expect(kept?.get('endpoints', 'ep_1')).rejects.toThrow(/transaction has ended/);
  await expect(kept?.tick(1)).rejects.toThrow(/transaction has ended/);
  expect(await store.get('endpoints', 'ep_1')).toBeUndefined();
});

test('close waits for the works that were queued before it', async () => {
  const path = temporaryFile();
  const store = await openStore(path);
  const writes = Array.from({ length: 300 }, (_, index) => put(store, `ep_${index}`));
  await store.close();
  await Promise.all(writes);
  const again = await openStore(path);
  expect(await again.list('endpoints', { limit: 1000 })).toHaveLength(300);
});
