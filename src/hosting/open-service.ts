import type { Account } from '../account/records/account.ts';
import type { Service } from '../account/records/operation-context.ts';
import { openVault } from '../account/records/vault.ts';
import { openAccount } from '../account/resources/open-account.ts';
import { openSqliteStore } from '../store/sqlite/sqlite.ts';
import type { FileStore } from '../store/store.ts';

/** A data file, open and holding an account. */
export interface OpenService extends Service {
  readonly store: FileStore;
  readonly account: Account;
  close(): Promise<void>;
}

/**
 * Opens a data file for the service and makes what a fresh one lacks. The key that seals its secrets stands
 * beside it, in `<file>.key`.
 * @param onCommit hears how many writes shared each commit
 * @throws StoreFileError when the file cannot be used, Error when its key cannot
 */
export async function openService(
  file: string,
  now: () => number = Date.now,
  onCommit: (works: number) => void = () => {},
): Promise<OpenService> {
  const store = await openSqliteStore(file, { onCommit });
  try {
    const vault = openVault(`${file}.key`);
    const account = await openAccount(store, vault, now);
    return { store, vault, now, account, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}
