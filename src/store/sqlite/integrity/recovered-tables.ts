import type Database from 'libsql';
import type { Tick } from '../../store.ts';
import { placeOf, withChecksum } from '../rows/checked-text.ts';
import { clockText, type NewRow, RowWriting } from '../rows/row-writing.ts';
import { readRow, rowText } from '../rows/stored-row.ts';
import type { KeyRow, LogRow, RecordRow } from './table-shapes.ts';

/** Where the tables of a new file get their rows. All that is added is part of one transaction of the caller's. */
export interface Copy {
  /** A row that is met once. */
  add(row: RecordRow): void;
  /** @param mayComeLater its row is not there yet, and perhaps never will be */
  addKey(key: KeyRow, mayComeLater: boolean): void;
  /**
   * A row that may be met again. Of two versions neither can be believed.
   * @returns how many rows there are more than before: -1 when this is another version of one that was there
   */
  addStray(row: RecordRow): number;
  addLog(row: LogRow): void;
  /**
   * Ends the copy.
   * @param isTailLost positions have to go on behind those that are lost
   * @returns how many entries the log has
   */
  end(clock: Tick, isTailLost: boolean): number;
}

const rowsAtOnce = 256;
/** More than a log keeps: whoever follows it has not seen so many that are lost. */
const skippedPositions = 20_000;

/** Rows of which two versions were met, by their names. */
class Doubtful {
  readonly #names = new Set<string>();
  has = ({ collection, id }: RecordRow) => this.#names.has(`${collection}\0${id}`);
  add = ({ collection, id }: RecordRow) => this.#names.add(`${collection}\0${id}`);
}

/** A copy with checksums, of the current schema: the keys are those that the rows hold. */
export class CheckedCopy implements Copy {
  readonly #connection: Database.Database;
  readonly #writing: RowWriting;
  readonly #get: Database.Statement;
  readonly #addLog: Database.Statement;
  readonly #doubtful = new Doubtful();
  #rows: NewRow[] = [];

  constructor(connection: Database.Database) {
    this.#connection = connection;
    this.#writing = new RowWriting(connection);
    this.#get = connection
      .prepare('SELECT CAST(row AS BLOB) FROM checked_records WHERE collection = ? AND id = ?')
      .raw();
    this.#addLog = connection.prepare('INSERT INTO checked_log VALUES (?, ?)');
  }

  add({ collection, id, text, keys = {} }: RecordRow): void {
    this.#rows.push({ collection, id, text, keys });
    if (this.#rows.length === rowsAtOnce) this.#flush();
  }

  addKey(): void {
    // Made anew from the rows.
  }

  addStray(row: RecordRow): number {
    const { collection, id, text, keys = {} } = row;
    this.#flush();
    if (this.#doubtful.has(row)) return 0;
    const [stored] = (this.#get.get([collection, id]) as [Buffer] | undefined) ?? [];
    if (stored === undefined) {
      this.add(row);
      return 1;
    }
    if (stored.toString() === rowText(collection, id, keys, text)) return 0;
    this.#writing.delete(collection, id, readRow(collection, stored).keys);
    this.#doubtful.add(row);
    return -1;
  }

  addLog({ last, text }: LogRow): void {
    this.#addLog.run([last, withChecksum(placeOf('log', Number(last)), text)]);
  }

  end(clock: Tick, isTailLost: boolean): number {
    this.#flush();
    this.#connection.prepare('INSERT OR REPLACE INTO checked_clock VALUES (1, ?)').run([clockText(clock)]);
    const rows = this.#connection.prepare('SELECT last, CAST(entries AS BLOB) FROM checked_log').raw();
    const move = this.#connection.prepare('UPDATE checked_log SET last = ?, entries = ? WHERE last = ?');
    return closeGaps(
      (rows.all([]) as [number, Buffer][]).map(([last, stored]) => ({
        last,
        text: stored.toString('utf8', 8),
      })),
      isTailLost,
      (last, to, text) => move.run([to, withChecksum(placeOf('log', to), text), last]),
    );
  }

  #flush(): void {
    this.#writing.insert(this.#rows);
    this.#rows = [];
  }
}

/** A copy without checksums, of an earlier schema, that is brought up to date as the old file would have been. */
export class UncheckedCopy implements Copy {
  readonly #connection: Database.Database;
  readonly #add: Database.Statement;
  readonly #get: Database.Statement;
  readonly #remove: Database.Statement;
  readonly #addKey: Database.Statement;
  readonly #addLog: Database.Statement | undefined;
  readonly #doubtful = new Doubtful();

  constructor(connection: Database.Database, version: number) {
    this.#connection = connection;
    connection.exec('CREATE TEMP TABLE found_keys (collection TEXT, name TEXT, value TEXT, id TEXT)');
    const prepare = (sql: string) => connection.prepare(sql);
    this.#add = prepare('INSERT INTO records VALUES (?, ?, ?)');
    this.#get = prepare('SELECT CAST(data AS BLOB) FROM records WHERE collection = ? AND id = ?').raw();
    this.#remove = prepare('DELETE FROM records WHERE collection = ? AND id = ?');
    this.#addKey = prepare('INSERT INTO temp.found_keys VALUES (?, ?, ?, ?)');
    this.#addLog = version > 1 ? prepare('INSERT INTO log VALUES (?, ?)') : undefined;
  }

  add({ collection, id, text }: RecordRow): void {
    this.#add.run([collection, id, text]);
  }

  addKey({ collection, name, value, id }: KeyRow): void {
    this.#addKey.run([collection, name, value, id]);
  }

  addStray(row: RecordRow): number {
    const { collection, id, text } = row;
    if (this.#doubtful.has(row)) return 0;
    const [stored] = (this.#get.get([collection, id]) as [Buffer] | undefined) ?? [];
    if (stored === undefined) {
      this.add(row);
      return 1;
    }
    if (stored.toString() === text) return 0;
    this.#remove.run([collection, id]);
    this.#doubtful.add(row);
    return -1;
  }

  addLog({ last, text }: LogRow): void {
    this.#addLog?.run([last, text]);
  }

  end({ milliseconds, counter }: Tick, isTailLost: boolean): number {
    this.#connection.exec(
      `INSERT OR IGNORE INTO keys SELECT collection, name, value, id FROM temp.found_keys AS found
         WHERE EXISTS (SELECT 1 FROM records WHERE collection = found.collection AND id = found.id);
       DROP TABLE temp.found_keys`,
    );
    this.#connection.prepare('UPDATE clock SET milliseconds = ?, counter = ?').run([milliseconds, counter]);
    if (this.#addLog === undefined) return 0;
    const rows = this.#connection.prepare('SELECT last, data FROM log').raw().all([]) as [number, string][];
    const move = this.#connection.prepare('UPDATE log SET last = ? WHERE last = ?');
    return closeGaps(
      rows.map(([last, text]) => ({ last, text })),
      isTailLost,
      (last, to) => move.run([to, last]),
    );
  }
}

/**
 * Moves entries of the log up to those behind them, where some were lost in between: whoever reads them newest first
 * goes from one to the one before. Who follows the log may see some of them again.
 */
function closeGaps(
  rows: readonly { last: number; text: string }[],
  isTailLost: boolean,
  move: (last: number, to: number, text: string) => void,
): number {
  let entries = 0;
  let end: number | undefined;
  for (const { last, text } of [...rows].sort((a, b) => b.last - a.last)) {
    const count = (JSON.parse(text) as unknown[]).length;
    end ??= last + (isTailLost ? skippedPositions : 0);
    if (end !== last) move(last, end, text);
    end -= count;
    entries += count;
  }
  return entries;
}
