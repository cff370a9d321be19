import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFile, syncNames } from '../files/directories.ts';
import { besides, draftOf, removeLeftDrafts } from '../files/leftovers.ts';
import { reportOn } from '../store/sqlite/integrity/file-report.ts';
import { StoreFileError } from '../store/store.ts';
import { keyFileOf, keyText, placeKeyFile, readKey, realDataFile } from './key-file.ts';
import { openService } from './open-service.ts';

/** A copy of a data file that was made and read back. */
export interface Backup {
  /** Where it is, links followed. */
  readonly file: string;
  readonly key: string;
  readonly accountId: string;
  readonly bytes: number;
  /** How many rows each collection of the copy has. */
  readonly rows: Readonly<Record<string, number>>;
}

/** What stands at the place of a backup. */
export type BackupPlace = 'free' | 'same account' | 'another';

/** Whether a backup of `from` may go to `to`. @throws StoreFileError when what is there as its key is none */
export function backupPlace(from: string, to: string): BackupPlace {
  const file = realDataFile(to);
  const isTaken = existsSync(file);
  if (isTaken && !statSync(file).isFile()) return 'another';
  if (!existsSync(keyFileOf(file))) return isTaken ? 'another' : 'free';
  const isSame = keyOf(file).equals(keyOf(from));
  if (!isSame || file === realDataFile(from)) return 'another';
  return isTaken ? 'same account' : 'free';
}

/**
 * Copies a data file with its key, as it is at one moment, while others read and write it; the copy is read back whole
 * before it gets its name.
 * @param to what stands there is replaced, and of a link what it leads to
 * @throws StoreFileError when the data file, or what was copied of it, cannot be used, Error when it cannot be written
 */
export async function backUpAccountFile(from: string, to: string): Promise<Backup> {
  const file = realDataFile(to);
  const key = keyFileOf(file);
  const service = await openService(from);
  const directory = dirname(file);
  removeLeftDrafts(directory);
  const draft = draftOf(file);
  try {
    // For its owner only, before anything is in it.
    closeSync(openSync(draft, 'wx', 0o600));
    await service.store.copyTo(draft);
    const { rows, problems } = await reportOn(draft, () => undefined);
    if (problems[0] !== undefined)
      throw new StoreFileError(`what was copied of ${from} is damaged: ${problems[0]}`);
    syncFile(draft);
    const bytes = statSync(draft).size;
    await placeKey(keyOf(from), key);
    renameSync(draft, file);
    syncNames(directory);
    return { file, key, accountId: service.account.id, bytes, rows };
  } finally {
    for (const suffix of ['', ...besides]) rmSync(draft + suffix, { force: true });
    await service.close();
  }
}

function keyOf(file: string): Buffer {
  return readKey(keyFileOf(file)).key;
}

/** The key comes before its data: a file that outlives a power cut without its key is refused. */
async function placeKey(key: Buffer, name: string): Promise<void> {
  try {
    await placeKeyFile(name, keyText(key));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !readKey(name).key.equals(key)) throw error;
  }
}
