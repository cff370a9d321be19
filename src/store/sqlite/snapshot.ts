import { statSync } from 'node:fs';
import type Database from 'libsql';
import type { Row, Snapshot, StoreDescription } from '../store.ts';
import { openReadOnly } from './database-file.ts';
import type { FileHealth } from './file-health.ts';
import { whenNotBusy } from './medium-errors.ts';
import { RowReading } from './rows/row-reading.ts';
import { readMark } from './schema.ts';

/** Rows to read at once: few enough to be forgotten soon, enough to make the statement's start count for little. */
const pageSize = 500;

/**
 * Reads a file as it is at one moment, on a connection of its own: SQLite keeps its pages as they were until the
 * read transaction ends (https://www.sqlite.org/isolation.html).
 */
export async function readSnapshot<T>(
  health: FileHealth,
  lockWaitMs: number,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  let connection: Database.Database | undefined;
  try {
    const opened = openReadOnly(health.path);
    connection = opened;
    opened.exec('BEGIN');
    // The first statement that reads fixes the moment.
    const reading = await whenNotBusy(lockWaitMs, () => new SnapshotReading(opened));
    return await read(reading);
  } catch (error) {
    throw health.judge(error) ?? error;
  } finally {
    if (connection) end(connection);
  }
}

/**
 * Copies a file as it is at one moment into `to`, which is empty or not there, as one file that SQLite writes anew
 * (https://www.sqlite.org/lang_vacuum.html).
 */
export function copyFile(path: string, to: string): void {
  const connection = openReadOnly(path);
  try {
    connection.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`);
  } finally {
    connection.close();
  }
}

/** Closes a connection that reads. Its pages are held for it until the driver lets go of it, which may be much later. */
function end(connection: Database.Database): void {
  try {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  } catch {
    // The file is ill, which whoever read from it has heard.
  }
  connection.close();
}

class SnapshotReading implements Snapshot {
  readonly #reading: RowReading;

  constructor(connection: Database.Database) {
    this.#reading = new RowReading(connection);
    this.#reading.listAfter('', '', 1);
  }

  async get(collection: string, id: string): Promise<Row | undefined> {
    return this.#reading.get(collection, id);
  }

  async list(
    collection: string,
    page: { before?: string | undefined; limit: number },
  ): Promise<readonly Row[]> {
    return this.#reading.list(collection, page.before, page.limit);
  }

  async find(collection: string, index: string, value: string): Promise<string[]> {
    return this.#reading.find(collection, index, value);
  }

  async *rows(collection: string): AsyncIterable<Row> {
    for (let last = ''; ; ) {
      const page = this.#reading.listAfter(collection, last, pageSize);
      yield* page;
      if (page.length < pageSize) return;
      last = page.at(-1)?.id ?? '';
    }
  }
}

/** What an open file says of itself. */
export function describeFile(connection: Database.Database, path: string): Omit<StoreDescription, 'rows'> {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return { schemaVersion: readMark(connection).version, bytes: sizeOf(path) + sizeOf(`${path}-wal`) };
}

/** Rows to count at once: all of a million would take a second, and nothing else be done meanwhile. */
const countedAtOnce = 5_000;

/** Counts the rows of each collection, some at a time; what is written meanwhile is counted or not. */
export class RowCount {
  readonly counts: Record<string, number> = {};
  readonly #some: Database.Statement;
  #last: readonly [collection: string | Buffer, id: string | Buffer] = ['', ''];

  constructor(connection: Database.Database) {
    this.#some = connection
      .prepare(
        `SELECT CAST(collection AS BLOB), count(*), CAST(max(id) AS BLOB) FROM (
           SELECT collection, id FROM checked_records
           WHERE (collection, id) > (CAST(? AS TEXT), CAST(? AS TEXT))
           ORDER BY collection, id LIMIT ${countedAtOnce})
         GROUP BY collection ORDER BY collection`,
      )
      .raw();
  }

  /** @returns whether there can be more */
  countSome(): boolean {
    const groups = this.#some.all([...this.#last]) as [collection: Buffer, count: number, lastId: Buffer][];
    let counted = 0;
    for (const [collection, count, lastId] of groups) {
      const name = collection.toString();
      this.counts[name] = (this.counts[name] ?? 0) + count;
      this.#last = [collection, lastId];
      counted += count;
    }
    return counted === countedAtOnce;
  }
}
