import { describe, expect, it } from 'vitest';
import { inEachTurn } from '../harness/event-loop.ts';
import { openStore } from './store-fixture.ts';

describe('what a file holds', () => {
  it('is counted by collection, with everything else in its turn meanwhile', async () => {
    const store = await openStore();
    const rows = { a: 1, b: 4_999, c: 5_000 };
    for (const [collection, count] of Object.entries(rows)) {
      await store.write(async (transaction) => {
        for (let i = 0; i < count; i++)
          await transaction.put(collection, `id_${String(i).padStart(6, '0')}`, {});
      });
    }
    let turns = 0;
    const look = () => {
      turns += 1;
    };
    expect((await inEachTurn(look, () => store.describe())).rows).toEqual(rows);
    expect(turns).toBeGreaterThanOrEqual(2);
  });
});
