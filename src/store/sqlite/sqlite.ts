import { resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type Database from 'libsql';
import {
  type FileStore,
  type LogEntry,
  type LogPage,
  type Row,
  type Snapshot,
  type StoreDescription,
  StoreFileError,
  type Transaction,
} from '../store.ts';
import { closeConnectionsAtEnd } from './close-at-end.ts';
import { CommitQueue } from './commit/commit-queue.ts';
import { Writer } from './commit/shared-transaction.ts';
import type { WorkTransaction } from './commit/work-transaction.ts';
import {
  checkContent,
  checkMark,
  holdFile,
  isHalfWritten,
  openForWriting,
  openReadOnly,
  prepareFile,
  takeBackHalfWritten,
} from './database-file.ts';
import { FileHealth } from './file-health.ts';
import { FullCheck } from './full-check.ts';
import { checkBeforeOpening } from './integrity/opening-check.ts';
import { mediumError, unavailable, whenNotBusy } from './medium-errors.ts';
import { LogReading } from './rows/log-statements.ts';
import { RowReading } from './rows/row-reading.ts';
import { migrations as knownMigrations, type Migration, migrate, readMark } from './schema.ts';
import { copyFile, describeFile, RowCount, readSnapshot } from './snapshot.ts';

export interface SqliteStoreOptions {
  /** How long a write waits for another process's lock, in milliseconds; 5,000 where absent. */
  readonly lockWaitMs?: number;
  /** Hears of every commit, with the number of works that shared it. */
  readonly onCommit?: (works: number) => void;
  /** The steps to the schema to write, one a version; those of this program where absent. */
  readonly migrations?: readonly Migration[];
}

/**
 * Opens the SQLite file at `path`, creating it (mode 0600, its directory 0700) and migrating it to the current
 * schema. Several processes may have it open.
 * @throws StoreFileError when something else, or a damaged file, stands there; it is left as it is.
 * @throws StoreUnavailableError when the medium fails.
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions = {}): Promise<FileStore> {
  const file = resolve(path);
  const { lockWaitMs = 5_000, onCommit = () => {}, migrations = knownMigrations } = options;
  const newest = migrations.length;
  let release: (() => void) | undefined;
  const opened: Database.Database[] = [];
  try {
    const state = prepareFile(file, newest);
    release = holdFile(file);
    let reader: Database.Database | undefined;
    let isChecked = true;
    if (state === 'written') await checkBeforeOpening(file, migrations);
    if (state !== 'empty') {
      const checked = openReadOnly(file);
      opened.push(checked);
      isChecked = await whenNotBusy(lockWaitMs, () => checkContent(checked, file, newest));
      reader = checked;
    } else if (isHalfWritten(file)) await whenNotBusy(lockWaitMs, () => takeBackHalfWritten(file));
    const connection = openForWriting(file);
    opened.push(connection);
    await whenNotBusy(lockWaitMs, () => bringUpToDate(connection, file, migrations));
    const files = { reader: reader ?? openReadOnly(file), release };
    const reading = await whenNotBusy(lockWaitMs, () => new RowReading(files.reader));
    const health = new FileHealth(file);
    const writer = await whenNotBusy(lockWaitMs, () => new Writer(connection, health));
    const check = isChecked ? undefined : new FullCheck(health, files.reader);
    try {
      await check?.start();
      health.mustBeWell();
    } catch (error) {
      check?.end();
      throw error;
    }
    return new SqliteStore(writer, reading, files, { lockWaitMs, onCommit, check });
  } catch (error) {
    for (const connection of opened) connection.close();
    release?.();
    throw mediumError(error, file) ?? error;
  }
}

/** Leaves `connection` durable at each commit, on a file of the newest schema. */
function bringUpToDate(connection: Database.Database, path: string, migrations: readonly Migration[]): void {
  const newest = migrations.length;
  const mark = readMark(connection);
  if (mark.applicationId !== 0 || mark.version !== 0) checkMark(mark, path, newest);
  if (mark.version < newest) {
    connection.exec('BEGIN IMMEDIATE');
    try {
      // Once more under the lock: another process may have been first.
      const { version } = readMark(connection);
      if (version < newest) migrate(connection, version, migrations);
      connection.exec('COMMIT');
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  }
  const [mode] = connection.prepare('PRAGMA journal_mode = WAL').raw().get() as [string];
  if (mode !== 'wal') throw unavailable(path, 'its file system cannot share memory between processes');
  connection.exec('PRAGMA synchronous = FULL');
  // The mark has to stand in the file itself, where an older version looks before it touches anything.
  if (mark.version < newest) checkpoint(connection);
}

function checkpoint(connection: Database.Database): void {
  connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([]);
}

/** What a store gives back when it closes, beside its writer. */
interface HeldFiles {
  readonly reader: Database.Database;
  readonly release: () => void;
}

class SqliteStore implements FileStore {
  readonly #writer: Writer;
  // On a connection of its own: on the writer's, reads would see what is not yet committed.
  readonly #reading: RowReading;
  readonly #files: HeldFiles;
  readonly #log: LogReading;
  readonly #queue: CommitQueue<Transaction>;
  readonly #lockWaitMs: number;
  readonly #check: FullCheck | undefined;
  #isVersionKnown = false;
  #closed: Promise<void> | undefined;

  constructor(
    writer: Writer,
    reading: RowReading,
    files: HeldFiles,
    options: Required<Pick<SqliteStoreOptions, 'lockWaitMs' | 'onCommit'>> & { check: FullCheck | undefined },
  ) {
    this.#writer = writer;
    this.#reading = reading;
    this.#files = files;
    this.#log = new LogReading(files.reader);
    this.#lockWaitMs = options.lockWaitMs;
    const { lockWaitMs, check } = options;
    this.#check = check;
    const begin = async () => {
      // Nothing is written into a large file before every page was looked at.
      if (check) await check.run();
      return writer.begin(lockWaitMs);
    };
    this.#queue = new CommitQueue(check ? begin : () => writer.begin(lockWaitMs), options.onCommit);
  }

  async get(collection: string, id: string): Promise<Row | undefined> {
    this.#mustBeOpen();
    if (this.#isVersionKnown) {
      const cached = this.#writer.cache.get(collection, id);
      if (cached) return cached;
    }
    return this.#read((reading) => {
      this.#noticeOtherProcesses();
      const { cache } = this.#writer;
      return cache.get(collection, id) ?? cache.add(collection, reading.get(collection, id));
    });
  }

  list(
    collection: string,
    { before, limit }: { before?: string | undefined; limit: number },
  ): Promise<readonly Row[]> {
    return this.#read((reading) => {
      this.#noticeOtherProcesses();
      const { pages } = this.#writer;
      return (
        pages.get(collection, before, limit) ??
        pages.add(collection, before, limit, reading.list(collection, before, limit))
      );
    });
  }

  find(collection: string, index: string, value: string): Promise<string[]> {
    return this.#read((reading) => reading.find(collection, index, value));
  }

  async write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#mustBeOpen();
    return this.#queue.add(work);
  }

  startOver<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.write((transaction) => {
      (transaction as WorkTransaction).clear();
      return work(transaction);
    });
  }

  async snapshot<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    this.#mustBeOpen();
    return readSnapshot(this.#writer.health, this.#lockWaitMs, read);
  }

  async describe(): Promise<StoreDescription> {
    const { reader } = this.#files;
    const rows = await this.#read(() => new RowCount(reader));
    while (await this.#read(() => rows.countSome())) await turn();
    const file = await this.#read(() => describeFile(reader, this.#writer.health.path));
    return { ...file, rows: rows.counts };
  }

  async copyTo(file: string): Promise<void> {
    this.#mustBeOpen();
    const { health } = this.#writer;
    try {
      await whenNotBusy(this.#lockWaitMs, () => copyFile(health.path, file));
    } catch (error) {
      const known = health.judge(error);
      // What else fails is the copy's medium.
      throw known instanceof StoreFileError ? known : new Error((error as Error).message, { cause: error });
    }
  }

  readLog(page: LogPage): Promise<LogEntry[]> {
    return this.#read(() => this.#log.read(page));
  }

  failure(): StoreFileError | undefined {
    return this.#writer.health.failure();
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#queue.idle();
    this.#check?.end();
    try {
      if (this.#writer.health.mayTakeLog()) checkpoint(this.#writer.connection);
    } catch {
      // Everything committed is safe in the write-ahead log, and the next to open the file goes on from it.
    }
    this.#files.reader.close();
    this.#writer.connection.close();
    this.#files.release();
    closeConnectionsAtEnd(this.#writer);
  }

  async #read<T>(action: (reading: RowReading) => T): Promise<T> {
    this.#mustBeOpen();
    try {
      // Waits in rare moments only, such as another process recovering the file after a crash.
      return await whenNotBusy(this.#lockWaitMs, () => action(this.#reading));
    } catch (error) {
      throw this.#writer.health.judge(error) ?? error;
    }
  }

  /**
   * Empties the cache when another process has committed; what this one commits is dropped row by row. Asked
   * once for all that is read in one turn of the event loop, because it takes a lock on the file.
   */
  #noticeOtherProcesses(): void {
    if (this.#isVersionKnown) return;
    this.#writer.noticeOtherProcesses();
    this.#isVersionKnown = true;
    setImmediate(() => {
      this.#isVersionKnown = false;
    });
  }

  #mustBeOpen(): void {
    const { health } = this.#writer;
    if (this.#closed) throw new Error(`the store ${health.path} has been closed`);
    health.mustBeWell();
  }
}
