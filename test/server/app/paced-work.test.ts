import { describe, expect, it } from 'vitest';
import { paced } from '../../../src/server/app/paced-work.ts';
import { keepBusy } from '../../harness/event-loop.ts';

/** Work of a few milliseconds, and when it was done. */
function pieces(count: number) {
  const times: { start: number; end: number }[] = [];
  const work = () => {
    const start = performance.now();
    keepBusy(4);
    times.push({ start, end: performance.now() });
    return times.length;
  };
  return { times, done: Promise.all(Array.from({ length: count }, () => paced(work))) };
}

describe('work that cannot be divided', () => {
  it('leaves others three quarters of the time, however much of it comes at once', async () => {
    const { times, done } = pieces(6);
    expect(await done).toEqual([1, 2, 3, 4, 5, 6]);
    for (const [i, { start }] of times.slice(1).entries()) {
      const before = times[i] as { start: number; end: number };
      // A timer may be a millisecond early.
      expect(start - before.end).toBeGreaterThanOrEqual(3 * (before.end - before.start) - 1);
    }
  });

  it('goes on after a piece that fails', async () => {
    const failing = paced(() => {
      throw new Error('bad');
    });
    const next = paced(() => 'good');
    await expect(failing).rejects.toThrow('bad');
    expect(await next).toBe('good');
  });

  it('is refused when too much of it waits', async () => {
    // While others have their time.
    await paced(() => keepBusy(4));
    const some = Array.from({ length: 100 }, (_, n) => paced(() => n));
    await expect(paced(() => 'one more')).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' });
    expect(await Promise.all(some)).toHaveLength(100);
  });
});
