import type { Clock } from '../../src/client/clock.ts';

/** A clock that jumps where a program would wait, and notes each wait in milliseconds. */
export interface MovedClock extends Clock {
  readonly waits: number[];
}

/** @param onSleep told how far the clock is about to jump */
export function movedClock(start = Date.UTC(2026, 10, 21, 8), onSleep = (_ms: number) => {}): MovedClock {
  const waits: number[] = [];
  let now = start;
  return {
    waits,
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      waits.push(ms);
      onSleep(ms);
      now += ms;
    },
  };
}
