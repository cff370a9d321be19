import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, statSync } from 'node:fs';
import { keyBytes } from '../account/records/vault.ts';
import { besides } from '../files/leftovers.ts';
import { followLinks } from '../files/links.ts';
import { readBounded } from '../files/read-file.ts';
import { StoreFileError } from '../store/store.ts';

/** Of a key file, in bytes: what is longer is none. */
const longestKeyFile = 2 ** 20;

/** Loaded by the first start of a data file: the others write no key. */
const writing = () => import('../files/write-file.ts');

/** Stands in a key file below its key until the account is stored whose secrets it seals. */
const unusedMark = '# no account yet';

/**
 * The file that a path means, links followed: what belongs to it stands beside it, not beside a link.
 * @throws StoreFileError when the links lead in a circle
 */
export function realDataFile(path: string): string {
  try {
    return followLinks(path);
  } catch (error) {
    throw new StoreFileError(
      `${path} is a link that leads to no file: its links go round in a circle; name the data file itself`,
      { cause: error },
    );
  }
}

/** Where the key of a data file is: beside the file that the path means. @throws StoreFileError as `realDataFile` does */
export function keyFileOf(path: string): string {
  return `${realDataFile(path)}.key`;
}

/**
 * Makes sure, before anything is opened or made, that no new account begins beside what is left of another one, and that
 * nobody else may read what is there.
 * @throws StoreFileError saying which file is missing
 */
export function checkFilesTogether(file: string): void {
  const key = keyFileOf(file);
  const hasData = sizeOf(file) > 0 || sizeOf(`${file}-journal`) > 0;
  if (!hasData) {
    const what = existsSync(file) ? 'is empty' : 'is missing';
    const remedy = 'put the data file back from a backup, or move what is left of it away to start anew';
    if (sizeOf(`${file}-wal`) > 0) {
      throw new StoreFileError(
        `the data file ${file} ${what}, but its write-ahead log ${file}-wal is there; ${remedy}`,
      );
    }
    if (existsSync(key) && !readKey(key).isUnused) {
      throw new StoreFileError(`the data file ${file} ${what}, but its key ${key} is there; ${remedy}`);
    }
  }
  if (process.platform === 'win32') return;
  refuseExposedKey(key);
  for (const suffix of ['', ...besides]) closeToOthers(file + suffix);
}

/**
 * The key of an open data file, which is made if the file holds nothing yet.
 * @param hasAccount whether the file holds an account: asked after the key was looked at, since another process may be
 *   making both
 * @throws StoreFileError when it is missing, or is no key, or stands beside a file that lost its account
 */
export async function openKey(file: string, hasAccount: () => Promise<boolean>): Promise<Buffer> {
  const name = keyFileOf(file);
  if (!existsSync(name)) {
    if ((await hasAccount()) && !existsSync(name)) {
      throw new StoreFileError(
        `the key of the data file ${file} is missing: ${name}; put it back from where you have a copy of it, for without ` +
          'it no secret that is stored can be opened',
      );
    }
    await makeKeyFile(name);
  }
  const { key, isUnused } = readKey(name);
  if (isUnused || (await hasAccount())) return key;
  throw new StoreFileError(
    `the data file ${file} holds no account, but ${name} is the key of one: the file was copied without its ` +
      'write-ahead log, or emptied; put a copy back that tunnelctl sandbox backup made, or move both away to start anew',
  );
}

/** The account is stored: from now on the key belongs to it. */
export async function markKeyUsed(file: string): Promise<void> {
  const name = keyFileOf(file);
  const { key, isUnused } = readKey(name);
  if (isUnused) await (await writing()).writeWholeFile(name, keyText(key), 0o600);
}

/** What a key file holds. */
export function keyText(key: Buffer): string {
  return `${key.toString('base64')}\n`;
}

/** All that stands in a key file, be it a key or not. @throws StoreFileError naming the file when it cannot be read */
export function readKeyFile(name: string): Buffer {
  try {
    // Opening a pipe would wait for whoever writes to it.
    if (!statSync(name).isFile()) throw new Error('it is not a file');
    return readBounded(name, longestKeyFile);
  } catch (error) {
    throw new StoreFileError(`the key file ${name} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** @throws StoreFileError naming the file when it does not hold a key */
export function readKey(name: string): { key: Buffer; isUnused: boolean } {
  const [text = '', mark] = readKeyFile(name).toString('utf8').split('\n');
  const key = Buffer.from(text, 'base64');
  if (key.length === keyBytes) return { key, isUnused: mark === unusedMark };
  throw new StoreFileError(`${name} does not hold the key of the data beside it; restore it from a backup`);
}

/**
 * Puts a key where there is none, whole and on the disk, for its owner only. Throws the system's error, EEXIST where
 * something has its name.
 */
export async function placeKeyFile(name: string, text: string | Uint8Array): Promise<void> {
  await (await writing()).writeNewFile(name, text, 0o600);
}

/** What another process made meanwhile stays. */
async function makeKeyFile(name: string): Promise<void> {
  try {
    await placeKeyFile(followLinks(name), `${keyText(randomBytes(keyBytes))}${unusedMark}\n`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** As with keys of SSH: what others could read is not relied on without somebody's having looked at it. */
function refuseExposedKey(name: string): void {
  const found = statSync(name, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o077) === 0) return;
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  throw new StoreFileError(
    `the key file ${name} is open to other users (mode ${mode}), so it is not used; run chmod 600 '${name}', and if ` +
      'others may have read it, replace the secrets that it seals',
  );
}

/** What is in the data is sealed or hashed where it is secret: closing the file is enough. */
function closeToOthers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(path, found.mode & 0o700);
  } catch (error) {
    throw new StoreFileError(
      `${path} is open to other users and belongs to another one (${(error as NodeJS.ErrnoException).code}); its owner ` +
        `has to run chmod 600 '${path}'`,
      { cause: error },
    );
  }
}
