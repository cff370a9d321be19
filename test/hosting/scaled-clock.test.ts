import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { scaledClock } from '../../src/hosting/scaled-clock.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { openTestService } from '../harness/test-service.ts';

const start = Date.UTC(2026, 10, 21, 8);

it('runs from a start, so many times faster, and stands still at 0', () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const clocks = [undefined, 60, 0].map((scale) => scaledClock({ startMs: start, scale }));
  vi.advanceTimersByTime(1500);
  expect(clocks.map((clock) => clock() - start)).toEqual([1500, 90_000, 0]);
});

it('never leaves what ids can hold', () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = scaledClock({ startMs: start, scale: 86_400 });
  vi.advanceTimersByTime(86_400_000);
  expect(new Date(clock()).toISOString()).toBe('2150-01-01T00:00:00.000Z');
});

it('is the real one where nothing else is asked for', () => {
  expect(scaledClock({})).toBe(Date.now);
});

it('ids stay in the order in which they were made when the clock of a data file is set back', async () => {
  const folder = temporaryDirectory();
  const ids: string[] = [];
  for (const options of [{ startMs: start }, { startMs: start - 86_400_000 }, { startMs: start, scale: 0 }]) {
    const now = scaledClock(options);
    const test = await openTestService(join(folder, 'sandbox.db'), {
      get now() {
        return now();
      },
    });
    for (let i = 0; i < 3; i++) ids.push((await test.create('/api_keys')).id);
    await test.service.close();
  }
  expect(ids).toEqual(ids.toSorted());
});
