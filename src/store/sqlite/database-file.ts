import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { makeDirectory } from '../../files/directories.ts';
import { StoreFileError } from '../store.ts';
import { isOursWithin } from './integrity/opening-check.ts';
import { damagedFile, unavailable } from './medium-errors.ts';
import { applicationId, type FileMark, readMark, schemaVersion } from './schema.ts';

// https://www.sqlite.org/fileformat2.html#the_database_header
const headerBytes = 100;
const magic = Buffer.from('SQLite format 3\0');
/** Of a rollback journal: its header fills a sector, and the first page follows. Both have 64 KiB at most. */
const longestJournalStart = 2 * 65_536 + 4;
const journalMagic = Buffer.from('d9d505f920a163d7', 'hex');

/** Looking at every page costs 1 to 2 ms a MiB and more from a cold disk: up to here whoever opens the file waits. */
export const mostBytesCheckedAtOpening = 32 * 1024 * 1024;

/** The files that this process has open, by device and inode, with how many stores share them. */
const openHere = new Map<string, number>();

/**
 * Makes sure that a file which may be opened for writing stands at `path`, creating an empty one for its owner
 * only. Looks at the raw bytes, because SQLite may change a file by merely opening it.
 * @returns what is in it; `open` where this process has it open already
 * @throws StoreFileError where something else stands there; that is left as it is.
 */
export function prepareFile(path: string, newest = schemaVersion): 'empty' | 'written' | 'open' {
  try {
    if (!existsSync(path)) {
      makeDirectory(dirname(path));
      // SQLite gives the -wal and -shm files the permissions of this one.
      closeSync(openSync(path, 'a', 0o600));
    }
    if (!statSync(path).isFile()) throw notOurs(path, 'is not a file');
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (error instanceof StoreFileError) throw error;
    throw unopenable(path, error as NodeJS.ErrnoException);
  }
  // Closing any descriptor of a file drops all locks that this process holds on it (fcntl(2)), and with them
  // SQLite's: a file that is open here already must not be opened another time beside SQLite.
  return openHere.has(identity(path)) ? 'open' : checkHeader(path, newest);
}

/** Notes that a store of this process begins to use the file; the answer ends that. */
export function holdFile(path: string): () => void {
  const key = identity(path);
  openHere.set(key, (openHere.get(key) ?? 0) + 1);
  return () => {
    const others = (openHere.get(key) ?? 1) - 1;
    if (others > 0) openHere.set(key, others);
    else openHere.delete(key);
  };
}

function identity(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

/** Opens `path` in a way that can never change the file, whatever state it is in. */
export function openReadOnly(path: string): Database.Database {
  return open(path, `${pathToFileURL(path).href}?mode=ro`);
}

export function openForWriting(path: string): Database.Database {
  return open(path, path);
}

/**
 * @returns whether it was checked whole; a file that is large and needs no change is left to `FullCheck`
 * @throws StoreFileError when what a read-only connection finds is not a file of ours, or is damaged.
 */
export function checkContent(reader: Database.Database, path: string, newest = schemaVersion): boolean {
  const mark = readMark(reader);
  checkMark(mark, path, newest);
  if (mark.version === newest && statSync(path).size > mostBytesCheckedAtOpening) return false;
  checkPages(reader, path);
  return true;
}

/** Whether a file that holds nothing yet, as `prepareFile` says, has something in it that was begun and not finished. */
export function isHalfWritten(path: string): boolean {
  return fileSize(path) > 0;
}

/**
 * Lets SQLite take back what was half written, in a connection of its own. One that goes on would keep what it read of a
 * torn header before, vacuum modes among it, and give them to the file that it begins anew.
 */
export function takeBackHalfWritten(path: string): void {
  const connection = openForWriting(path);
  try {
    connection.prepare('SELECT count(*) FROM sqlite_schema').raw().get([]);
  } finally {
    connection.close();
  }
}

/** Lets SQLite look at every page. @throws StoreFileError when one is damaged */
export function checkPages(reader: Database.Database, path: string): void {
  // Not quick_check, which passes over keys that are out of order: searches then end where they should not.
  const [report] = reader.prepare('PRAGMA integrity_check(1)').raw().get() as [string];
  if (report !== 'ok') throw damagedFile(path, report.replace(/^\*\*\* .* \*\*\*\s*/, ''));
}

/**
 * @param newest the schema version up to which files are understood
 * @throws StoreFileError when another program, or a newer version of this one, wrote the file.
 */
export function checkMark(mark: FileMark, path: string, newest = schemaVersion): void {
  if (mark.applicationId !== applicationId) throw notOurs(path, 'is the SQLite database of another program');
  if (mark.version > newest) {
    throw new StoreFileError(
      `the data file ${path} was written by a newer tunnelctl (schema ${mark.version}, this one knows ` +
        `${newest}); update tunnelctl, or choose another file with --data`,
    );
  }
}

function checkHeader(path: string, newest: number): 'empty' | 'written' {
  const { start, size } = readStart(path, headerBytes);
  if (size === 0) return 'empty';
  // With zeros for what a file that was cut short does not have.
  const found = Buffer.concat([start], headerBytes);
  // Whoever wrote was stopped half-way. SQLite takes that back when it opens the file, of which anything may be left.
  const isHalfWritten = fileSize(`${path}-journal`) > 0;
  const header = isHalfWritten ? (headerInJournal(`${path}-journal`) ?? found) : found;
  if (header.length === 0) return 'empty';
  try {
    if (!header.subarray(0, magic.length).equals(magic)) throw notOurs(path, 'is not a tunnelctl data file');
    checkMark({ version: header.readUInt32BE(60), applicationId: header.readUInt32BE(68) }, path, newest);
  } catch (error) {
    // What is wrong with it is told by the look at what SQLite would act on.
    if (!isHalfWritten && isOursWithin(path, newest)) return 'written';
    throw error;
  }
  return isHalfWritten ? 'empty' : 'written';
}

/**
 * The header that a rollback journal gives back to its file, empty where the file was; undefined where it gives none.
 * https://www.sqlite.org/fileformat2.html#the_rollback_journal
 */
function headerInJournal(journal: string): Buffer | undefined {
  const { start: bytes } = readStart(journal, longestJournalStart);
  if (bytes.length < 28 || !bytes.subarray(0, journalMagic.length).equals(journalMagic)) return undefined;
  const [pagesBefore, sectorSize, pageSize] = [16, 20, 24].map((offset) => bytes.readUInt32BE(offset));
  if (pagesBefore === 0) return Buffer.alloc(0);
  const record = bytes.subarray(sectorSize, (sectorSize ?? 0) + 4 + (pageSize ?? 0));
  // The first page is the first that is changed: its counter is.
  const isFirstPage = record.length > headerBytes && record.readUInt32BE(0) === 1;
  return isFirstPage ? record.subarray(4, 4 + headerBytes) : undefined;
}

/** @param length of what is read at most, in bytes */
function readStart(path: string, length: number): { start: Buffer; size: number } {
  const descriptor = openSync(path, 'r');
  try {
    const start = Buffer.alloc(length);
    const read = readSync(descriptor, start, 0, length, 0);
    return { start: start.subarray(0, read), size: fstatSync(descriptor).size };
  } finally {
    closeSync(descriptor);
  }
}

function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function open(path: string, location: string): Database.Database {
  try {
    return new Database(location);
  } catch (error) {
    throw unavailable(path, 'it cannot be opened', error);
  }
}

function notOurs(path: string, what: string): StoreFileError {
  return new StoreFileError(`${path} ${what}; choose another file with --data, or move this one away`);
}

function unopenable(path: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOSPC' || error.code === 'EIO' || error.code === 'EMFILE') {
    return unavailable(path, error.message, error);
  }
  return new StoreFileError(
    `the data file ${path} cannot be opened (${error.code}); choose another with --data, or change its permissions`,
    { cause: error },
  );
}
