import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { openSqliteStore, type SqliteStoreOptions } from '../../src/store/sqlite/sqlite.ts';
import type { FileStore, Store, Transaction } from '../../src/store/store.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

export function temporaryFile(): string {
  return join(temporaryDirectory(), 'sandbox.db');
}

/** A store that closes when the test ends, if the test has not closed it. */
export async function openStore(
  path = temporaryFile(),
  options: SqliteStoreOptions = {},
): Promise<FileStore> {
  const store = await openSqliteStore(path, options);
  onTestFinished(() => store.close());
  return store;
}

export function put(store: Store, id: string, data: Record<string, unknown> = {}): Promise<void> {
  return store.write((transaction: Transaction) => transaction.put('endpoints', id, data));
}

/** A promise with its handles, for tests that fix the order of things. */
export function signal(): { given: Promise<void>; give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** Stops the clock that bounds a commit, so that a busy machine does not split what a test puts into one. */
export function commitTimeStands(): void {
  const spy = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => spy.mockRestore());
}
