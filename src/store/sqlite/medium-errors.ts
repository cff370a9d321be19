import { setTimeout as delay } from 'node:timers/promises';
import { StoreFileError, StoreUnavailableError } from '../store.ts';
import { ChecksumError } from './rows/checked-text.ts';

// SQLite's primary result codes, https://www.sqlite.org/rescode.html
const busy = 5;
const damage = new Set([11 /* CORRUPT */, 26 /* NOTADB */]);
const mediumFailure = new Set([
  busy,
  6 /* LOCKED */,
  7 /* NOMEM */,
  8 /* READONLY */,
  9 /* INTERRUPT */,
  10 /* IOERR */,
  13 /* FULL */,
  14 /* CANTOPEN */,
  15 /* PROTOCOL: the locks of the write-ahead log could not be had */,
]);

/** Whether another connection holds a lock that will be free again. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === busy;
}

/**
 * The store's error for an SQLite error that is about the file or its medium; undefined for every other error,
 * which is its thrower's own.
 */
export function mediumError(
  error: unknown,
  path: string,
): StoreFileError | StoreUnavailableError | undefined {
  if (error instanceof StoreFileError || error instanceof StoreUnavailableError) return error;
  if (error instanceof ChecksumError) return damagedFile(path, error.message, error);
  // Only stored rows are parsed where this is asked, and every one of them was written as JSON.
  if (error instanceof SyntaxError) return damagedFile(path, 'a row is not JSON', error);
  const code = primaryCode(error);
  if (code === undefined) return undefined;
  if (damage.has(code)) return damagedFile(path, (error as Error).message, error);
  if (mediumFailure.has(code)) return unavailable(path, (error as Error).message, error);
  return undefined;
}

export function unavailable(path: string, reason: string, cause?: unknown): StoreUnavailableError {
  return new StoreUnavailableError(
    `the data file ${path} cannot be used just now: ${reason}; nothing was changed, try again`,
    { cause },
  );
}

export function damagedFile(path: string, reason: string, cause?: unknown): StoreFileError {
  const data = `--data '${path.replaceAll("'", "'\\''")}'`;
  return new StoreFileError(
    `the data file ${path} is damaged (${reason}) and was left as it is; see what is lost with: tunnelctl sandbox check ` +
      `${data}, and save the rest into a new file with: tunnelctl sandbox recover FILE ${data}, or go back to a backup`,
    { cause },
  );
}

/** SQLite keeps the kind of an error in the low byte of its extended result code. */
function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('rawCode' in error) || typeof error.rawCode !== 'number')
    return undefined;
  return error.rawCode & 0xff;
}

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
