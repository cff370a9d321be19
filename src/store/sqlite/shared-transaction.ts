import type Database from 'libsql';
import { tickAfter } from '../clock.ts';
import type { RowKeys, Tick, Transaction } from '../store.ts';
import type { Batch } from './commit-queue.ts';
import { clearLog, LogWriting } from './log-statements.ts';
import { mediumError, unavailable, whenNotBusy } from './medium-errors.ts';
import { RowCache } from './row-cache.ts';
import { RowReading, RowWriting } from './row-statements.ts';
import { WorkTransaction } from './work-transaction.ts';

/** The connection that writes, with what is prepared on it once. */
export class Writer {
  readonly reading: RowReading;
  readonly writing: RowWriting;
  readonly log: LogWriting;
  /** Rows that reading connections keep; each commit drops what it changed. */
  readonly cache = new RowCache();
  readonly connection: Database.Database;
  readonly path: string;

  constructor(connection: Database.Database, path: string) {
    this.connection = connection;
    this.path = path;
    this.reading = new RowReading(connection);
    this.writing = new RowWriting(connection);
    this.log = new LogWriting(connection);
  }

  /** @throws StoreUnavailableError when another process holds the write lock for longer than `lockWaitMs`. */
  async begin(lockWaitMs: number): Promise<SharedTransaction> {
    try {
      await whenNotBusy(lockWaitMs, () => {
        // Still open only when the medium was too ill even to roll back.
        if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
        this.connection.exec('BEGIN IMMEDIATE');
      });
    } catch (error) {
      throw mediumError(error, this.path) ?? error;
    }
    return new SharedTransaction(this);
  }
}

/** One SQLite transaction that runs works one after the other, each of which hands over its changes when it ends. */
export class SharedTransaction implements Batch<Transaction> {
  failure: Error | undefined;
  readonly writer: Writer;
  // Read at the first tick, not at the start of the process: another process may have moved it.
  #clock: Tick | undefined;
  readonly #touched: [collection: string, id: string][] = [];
  readonly #logged: string[] = [];
  #isCleared = false;

  constructor(writer: Writer) {
    this.writer = writer;
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
    const { connection, writing } = this.writer;
    const clock = this.#clock;
    try {
      if (this.#logged.length > 0) this.attempt(() => this.writer.log.append(this.#logged));
      if (clock) this.attempt(() => writing.setClock(clock));
      this.attempt(() => connection.exec('COMMIT'));
      if (this.#isCleared) this.writer.cache.clear();
      for (const [collection, id] of this.#touched) this.writer.cache.drop(collection, id);
    } catch (error) {
      this.failure ??= error as Error;
      this.#rollBack();
      this.#overwriteRejected();
      throw this.failure;
    }
  }

  /** Puts one row in or takes it out; without content the row is gone. */
  apply(collection: string, id: string, content: { text: string; keys: RowKeys } | undefined): void {
    this.#touched.push([collection, id]);
    this.#change((writing) =>
      content ? writing.put(collection, id, content.text, content.keys) : writing.delete(collection, id),
    );
  }

  /** Takes all rows of all collections out, and what was told of them. */
  clear(): void {
    this.#isCleared = true;
    this.#logged.length = 0;
    this.#change(() => this.writer.connection.exec(`DELETE FROM keys; DELETE FROM records; ${clearLog}`));
  }

  /** Adds an entry to the log, at the commit: all that share it are written at once. @param text JSON */
  log(text: string): void {
    this.#logged.push(text);
  }

  #change(action: (writing: RowWriting) => void): void {
    try {
      this.attempt(() => action(this.writer.writing));
    } catch (error) {
      // A work that is half applied cannot be undone alone.
      this.failure ??= error as Error;
      throw error;
    }
  }

  tick(now: number): Tick {
    this.#clock = tickAfter(this.#clock ?? this.writer.writing.readClock(), now);
    return this.#clock;
  }

  /** Does one thing on the connection. An error of the medium is noted, even if the work then swallows it. */
  attempt<T>(action: () => T): T {
    if (this.failure) throw this.failure;
    try {
      return action();
    } catch (error) {
      this.failure = mediumError(error, this.writer.path);
      // Some errors make SQLite roll back everything, and later works would then run outside a transaction.
      if (!this.writer.connection.inTransaction) {
        this.failure ??= unavailable(this.writer.path, 'its transaction was rolled back', error);
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
    const { connection, writing } = this.writer;
    try {
      connection.exec('BEGIN IMMEDIATE');
      writing.setClock(tickAfter(writing.readClock(), 0));
      connection.exec('COMMIT');
    } catch {
      this.#rollBack();
    }
  }

  #rollBack(): void {
    const { connection } = this.writer;
    try {
      if (connection.inTransaction) connection.exec('ROLLBACK');
    } catch {
      // What led here is what the callers hear of, and the next `begin` tries again.
    }
  }
}
