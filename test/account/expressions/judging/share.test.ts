import { describe, expect, it } from 'vitest';
import { Share, TimeIsUp } from '../../../../src/account/expressions/judging/share.ts';
import { inEachTurn, keepBusy } from '../../../harness/event-loop.ts';

describe('work on what users wrote', () => {
  it('lets everything else that waits run after a few milliseconds, however many work at once', async () => {
    const lengths: number[] = [];
    let pieces = 0;
    const look = () => {
      lengths.push(pieces);
      pieces = 0;
    };
    await inEachTurn(look, () =>
      Promise.all(
        Array.from({ length: 8 }, async () => {
          const share = new Share(60_000);
          for (let i = 0; i < 10; i++) {
            await share.run(() => {
              pieces += 1;
              keepBusy(3);
            });
          }
        }),
      ),
    );
    expect(lengths.reduce((sum, length) => sum + length, pieces)).toBe(80);
    // After two of 3 ms nobody has any more, however slow the machine is.
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2);
  });

  it('goes to the request that has used least: a short text does not wait for long ones', async () => {
    const order: string[] = [];
    const long = Array.from({ length: 8 }, async (_, n) => {
      const share = new Share(60_000);
      for (let i = 0; i < 5; i++) {
        await share.run(() => {
          order.push(`long ${n}`);
          keepBusy(5);
        });
      }
    });
    // All of the others have begun, and wait again.
    await new Promise(setImmediate);
    for (let i = 0; order.length < 12 && i < 1000; i++) await new Promise(setImmediate);
    const before = order.length;
    await new Share(60_000).run(() => order.push('short'));
    expect(order.indexOf('short') - before).toBeLessThanOrEqual(2);
    await Promise.all(long);
    expect(order).toHaveLength(41);
  });

  it('goes first to what is expected to take least, of requests that come at once', async () => {
    const order: number[] = [];
    const ranks = [30, 8, 8, 1, 20];
    // What comes first begins at once.
    const first = new Share(60_000, { expectedMs: 100 }).run(() => keepBusy(10));
    await Promise.all([
      first,
      ...ranks.map((expectedMs) => new Share(60_000, { expectedMs }).run(() => order.push(expectedMs))),
    ]);
    expect(order).toEqual([1, 8, 8, 20, 30]);
  });

  it('goes on with a request that has used little before others have their next piece', async () => {
    const order: string[] = [];
    const long = Array.from({ length: 4 }, async () => {
      const share = new Share(60_000, { expectedMs: 100 });
      for (let i = 0; i < 4; i++) {
        await share.run(() => {
          order.push('long');
          keepBusy(5);
        });
      }
    });
    await new Promise(setImmediate);
    const share = new Share(60_000);
    for (let i = 0; i < 4; i++) await share.run(() => order.push('short'));
    const first = order.indexOf('short');
    expect(order.slice(first, first + 4)).toEqual(Array(4).fill('short'));
    await Promise.all(long);
    expect(order).toHaveLength(20);
  });

  it('ends when a request has used the time that it has, before and now', async () => {
    const share = new Share(50, { usedMs: 40 });
    await share.run(() => keepBusy(20));
    expect(share.usedMs).toBeGreaterThanOrEqual(60);
    await expect(share.run(() => 'more')).rejects.toBeInstanceOf(TimeIsUp);
    await expect(new Share(50, { usedMs: 40 }).run(() => 'enough')).resolves.toBe('enough');
  });

  it('that fails says so to whoever asked, and the next goes on', async () => {
    const share = new Share(1000);
    const failing = share.run(() => {
      throw new Error('bad');
    });
    await expect(failing).rejects.toThrow('bad');
    expect(await share.run(() => 'good')).toBe('good');
  });
});
