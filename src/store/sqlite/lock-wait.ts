import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from './medium-errors.ts';

const longestPauseMs = 20;

/**
 * Calls `attempt` until it no longer meets another process's lock, at most for `limitMs`; then its last error
 * stands. SQLite's own busy timeout would put the whole event loop to sleep instead.
 */
export async function whenNotBusy<T>(limitMs: number, attempt: () => T): Promise<T> {
  let pauseMs = 1;
  let deadline: number | undefined;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      const now = performance.now();
      deadline ??= now + limitMs;
      if (now >= deadline) throw error;
      // Uneven pauses, so that two processes that wait for each other do not stay in step.
      await delay(Math.min(pauseMs * (0.5 + Math.random()), deadline - now));
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }
}
