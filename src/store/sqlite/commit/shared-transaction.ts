import type Database from 'libsql';
import { tickAfter } from '../../clock.ts';
import { StoreFileError, type Tick, type Transaction } from '../../store.ts';
import type { FileHealth } from '../file-health.ts';
import { unavailable, whenNotBusy } from '../medium-errors.ts';
import { LogWriting } from '../rows/log-statements.ts';
import { PageCache } from '../rows/page-cache.ts';
import { RowCache } from '../rows/row-cache.ts';
import { RowReading } from '../rows/row-reading.ts';
import { type NewRow, RowWriting } from '../rows/row-writing.ts';
import type { StoredRow } from '../rows/stored-row.ts';
import type { Batch } from './commit-queue.ts';
import { PendingChanges } from './pending-changes.ts';
import { type CommittedRows, WorkTransaction } from './work-transaction.ts';

/** The connection that writes, with what is prepared on it once. */
export class Writer implements CommittedRows {
  readonly reading: RowReading;
  readonly writing: RowWriting;
  readonly log: LogWriting;
  /** Rows that were read; each commit drops what it changed. */
  readonly cache = new RowCache();
  readonly pages = new PageCache();
  readonly connection: Database.Database;
  readonly health: FileHealth;
  #version = 0;

  constructor(connection: Database.Database, health: FileHealth) {
    this.connection = connection;
    this.health = health;
    this.reading = new RowReading(connection);
    this.writing = new RowWriting(connection);
    this.log = new LogWriting(connection);
  }

  /** @throws StoreFileError once the file is gone, StoreUnavailableError when another process holds the write lock for longer than `lockWaitMs`. */
  async begin(lockWaitMs: number): Promise<SharedTransaction> {
    try {
      this.health.mustBeWell();
      await whenNotBusy(lockWaitMs, () => {
        // Still open only when the medium was too ill even to roll back.
        if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
        this.connection.exec('BEGIN IMMEDIATE');
      });
      this.noticeOtherProcesses();
    } catch (error) {
      throw this.health.judge(error) ?? error;
    }
    return new SharedTransaction(this);
  }

  /** Empties the cache when another process has committed. */
  noticeOtherProcesses(): void {
    const version = this.reading.version();
    if (version === this.#version) return;
    this.#version = version;
    this.cache.clear();
    this.pages.clear();
  }

  // While a transaction is open nobody else commits: what the cache has is what the file has.

  get(collection: string, id: string): StoredRow | undefined {
    return this.cache.get(collection, id) ?? this.cache.add(collection, this.reading.get(collection, id));
  }

  list(collection: string, before: string | undefined, limit: number): StoredRow[] {
    return this.reading.list(collection, before, limit);
  }

  find(collection: string, index: string, value: string): string[] {
    return this.reading.find(collection, index, value);
  }
}

/** One SQLite transaction that runs works one after the other, each of which hands over its changes when it ends. */
export class SharedTransaction implements Batch<Transaction> {
  failure: Error | undefined;
  readonly committed: Writer;
  /** Of the works that have ended; they are written together, which takes fewer statements. */
  readonly changes = new PendingChanges();
  // Read at the first tick, not at the start of the process: another process may have moved it.
  #clock: Tick | undefined;
  readonly #logged: string[] = [];
  #isCleared = false;

  constructor(writer: Writer) {
    this.committed = writer;
  }

  async run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const transaction = new WorkTransaction(this);
    try {
      const result = await work(transaction);
      transaction.keep();
      return result;
    } catch (error) {
      transaction.undo();
      throw error;
    }
  }

  commit(): void {
    const { cache, connection, health, pages } = this.committed;
    try {
      this.attempt(() => {
        this.#write();
        health.mustStand();
        connection.exec('COMMIT');
      });
    } catch (error) {
      this.failure ??= error as Error;
      this.#rollBack();
      if (!(this.failure instanceof StoreFileError)) this.#overwriteRejected();
      throw this.failure;
    }
    if (this.#isCleared) {
      cache.clear();
      pages.clear();
    }
    for (const { collection, id } of this.changes.all()) {
      cache.drop(collection, id);
      pages.drop(collection);
    }
  }

  #write(): void {
    const { connection, log, writing } = this.committed;
    if (this.#isCleared) {
      connection.exec('DELETE FROM checked_keys; DELETE FROM checked_records');
      log.clear();
    }
    const inserted: NewRow[] = [];
    for (const { collection, id, content, isNew } of this.changes.all()) {
      if (isNew) {
        if (content) inserted.push({ collection, id, ...content });
        continue;
      }
      // The work that changes a row has mostly read it.
      const before = (this.#isCleared ? undefined : this.committed.get(collection, id))?.keys ?? {};
      if (content) writing.put({ collection, id, ...content }, before);
      else writing.delete(collection, id, before);
    }
    writing.insert(inserted);
    if (this.#logged.length > 0) log.append(this.#logged);
    if (this.#clock) writing.setClock(this.#clock);
  }

  /** Takes all rows of all collections out, and what was told of them. */
  clear(): void {
    this.#isCleared = true;
    this.#logged.length = 0;
    this.changes.clear();
  }

  /** Adds an entry to the log. @param text JSON */
  log(text: string): void {
    this.#logged.push(text);
  }

  tick(now: number): Tick {
    this.#clock = tickAfter(this.#clock ?? this.committed.writing.readClock(), now);
    return this.#clock;
  }

  /** Does one thing on the connection. An error of the medium is noted, even if the work then swallows it. */
  attempt<T>(action: () => T): T {
    if (this.failure) throw this.failure;
    try {
      return action();
    } catch (error) {
      this.failure = this.committed.health.judge(error);
      // Some errors make SQLite roll back everything, and later works would then run outside a transaction.
      if (!this.committed.connection.inTransaction) {
        this.failure ??= unavailable(this.committed.health.path, 'its transaction was rolled back', error);
      }
      throw this.failure ?? error;
    }
  }

  /**
   * When the fsync of a commit fails, its pages stand complete in the write-ahead log although SQLite has
   * forgotten them, and whoever recovers the log after a crash would bring the rejected works back. The next
   * commit takes their place there, so one is made at once: the clock moves by a tick.
   */
  #overwriteRejected(): void {
    const { connection, writing } = this.committed;
    try {
      connection.exec('BEGIN IMMEDIATE');
      writing.setClock(tickAfter(writing.readClock(), 0));
      connection.exec('COMMIT');
    } catch {
      this.#rollBack();
    }
  }

  #rollBack(): void {
    const { connection } = this.committed;
    try {
      if (connection.inTransaction) connection.exec('ROLLBACK');
    } catch {
      // What led here is what the callers hear of, and the next `begin` tries again.
    }
  }
}
