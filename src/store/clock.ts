import type { Tick } from './store.ts';

/** The counter has 22 bits. */
const lastCounter = 2 ** 22 - 1;

/**
 * The point after `last` at wall clock time `now`: a hybrid logical clock (Kulkarni et al., 2014), which stays
 * with the wall clock while that runs forward and counts on within a millisecond while it does not.
 */
export function tickAfter(last: Tick, now: number): Tick {
  if (now > last.milliseconds) return { milliseconds: now, counter: 0 };
  if (last.counter < lastCounter) return { milliseconds: last.milliseconds, counter: last.counter + 1 };
  return { milliseconds: last.milliseconds + 1, counter: 0 };
}
