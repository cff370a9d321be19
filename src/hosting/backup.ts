import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncNames } from '../files/directories.ts';
import { draftOf, removeLeftDrafts } from '../files/leftovers.ts';
import { writeWholeFile } from '../files/write-file.ts';
import { reportOn } from '../store/sqlite/integrity/file-report.ts';
import { StoreFileError } from '../store/store.ts';
import { keyFileOf, keyText, readKey, realDataFile } from './key-file.ts';
import { openService } from './open-service.ts';

/** A copy of a data file that was made and read back. */
export interface Backup {
  readonly accountId: string;
  readonly bytes: number;
  /** How many rows each collection of the copy has. */
  readonly rows: Readonly<Record<string, number>>;
}

/** What stands at the place of a backup. */
export type BackupPlace = 'free' | 'same account' | 'another';

/** Whether a backup of `from` may go to `to`. @throws StoreFileError when what is there as its key is none */
export function backupPlace(from: string, to: string): BackupPlace {
  const key = keyFileOf(to);
  const isTaken = existsSync(to);
  if (isTaken && !statSync(to).isFile()) return 'another';
  if (!existsSync(key)) return isTaken ? 'another' : 'free';
  const isSame = readKey(key).key.equals(readKey(keyFileOf(realDataFile(from))).key);
  if (!isSame || realDataFile(to) === realDataFile(from)) return 'another';
  return isTaken ? 'same account' : 'free';
}

/**
 * Copies a data file with its key, as it is at one moment, while others read and write it; the copy is read back whole
 * before it gets its name.
 * @param to absolute; what stands there is replaced
 * @throws StoreFileError when the data file, or what was copied of it, cannot be used, Error when it cannot be written
 */
export async function backUpAccountFile(from: string, to: string): Promise<Backup> {
  const service = await openService(from);
  const directory = dirname(to);
  removeLeftDrafts(directory);
  const draft = draftOf(to);
  try {
    // For its owner only, before anything is in it.
    closeSync(openSync(draft, 'wx', 0o600));
    await service.store.copyTo(draft);
    const { rows, problems } = await reportOn(draft, () => undefined);
    if (problems[0] !== undefined)
      throw new StoreFileError(`what was copied of ${from} is damaged: ${problems[0]}`);
    sync(draft);
    const { bytes } = { bytes: statSync(draft).size };
    await writeWholeFile(keyFileOf(to), keyText(readKey(keyFileOf(realDataFile(from))).key), 0o600);
    renameSync(draft, to);
    syncNames(directory);
    return { accountId: service.account.id, bytes, rows };
  } finally {
    rmSync(draft, { force: true });
    await service.close();
  }
}

function sync(file: string): void {
  const descriptor = openSync(file, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
