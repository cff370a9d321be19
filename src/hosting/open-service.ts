import { type Account, readAccount } from '../account/records/account.ts';
import type { Service } from '../account/records/operation-context.ts';
import { createVault } from '../account/records/vault.ts';
import { isKeyOf, openAccount } from '../account/resources/open-account.ts';
import { openSqliteStore } from '../store/sqlite/sqlite.ts';
import { type FileStore, StoreFileError } from '../store/store.ts';
import { checkFilesTogether, keyFileOf, markKeyUsed, openKey, realDataFile } from './key-file.ts';

/** A data file, open and holding an account. */
export interface OpenService extends Service {
  readonly store: FileStore;
  readonly account: Account;
  close(): Promise<void>;
}

/**
 * Opens a data file for the service and makes what a fresh one lacks. The key that seals its secrets stands beside it
 * (`keyFileOf`), and each is refused without the other.
 * @param onCommit hears how many writes shared each commit
 * @throws StoreFileError when the file or its key cannot be used
 */
export async function openService(
  file: string,
  now: () => number = Date.now,
  onCommit: (works: number) => void = () => {},
): Promise<OpenService> {
  const path = realDataFile(file);
  checkFilesTogether(path);
  const store = await openSqliteStore(path, { onCommit });
  try {
    const hasAccount = async () => (await readAccount(store)) !== undefined;
    const vault = createVault(await openKey(path, hasAccount));
    if ((await hasAccount()) && !(await isKeyOf(store, vault))) {
      throw new StoreFileError(
        `${keyFileOf(path)} is the key of another data file than ${path}: it opens none of its secrets; put the right ` +
          'one back',
      );
    }
    const account = await openAccount(store, vault, now);
    await markKeyUsed(path);
    return { store, vault, now, account, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}
