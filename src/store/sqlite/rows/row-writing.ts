import type Database from 'libsql';
import type { RowKeys, Tick } from '../../store.ts';
import { checkedText, placeOf, withChecksum } from './checked-text.ts';
import { rowText } from './stored-row.ts';

// Arguments are passed as one array: that is the path of libsql that copies least.

/** Where the point of the clock is, for its checksum. */
export const placeOfClock = placeOf('clock');

/** A row to write. */
export interface NewRow {
  readonly collection: string;
  readonly id: string;
  /** Its content as JSON. */
  readonly text: string;
  readonly keys: RowKeys;
}

/** Rows that one statement takes: binding costs less than half of what starting a statement does. */
const groupSizes = [32, 8, 1];

/** The writing statements of one connection. */
export class RowWriting {
  readonly #insertRows: (values: string[]) => void;
  readonly #insertKeys: (values: string[]) => void;
  readonly #put: Database.Statement;
  readonly #delete: Database.Statement;
  readonly #deleteKey: Database.Statement;
  readonly #readClock: Database.Statement;
  readonly #setClock: Database.Statement;

  constructor(connection: Database.Database) {
    const prepare = (sql: string) => connection.prepare(sql);
    this.#insertRows = inGroups(connection, 'INSERT INTO checked_records VALUES', 3);
    // A value that a row carries twice is one key.
    this.#insertKeys = inGroups(connection, 'INSERT OR IGNORE INTO checked_keys VALUES', 5);
    this.#put = prepare(
      'INSERT INTO checked_records VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET row = excluded.row',
    );
    this.#delete = prepare('DELETE FROM checked_records WHERE collection = ? AND id = ?');
    this.#deleteKey = prepare(
      'DELETE FROM checked_keys WHERE collection = ? AND name = ? AND value = ? AND id = ?',
    );
    this.#readClock = prepare('SELECT CAST(point AS BLOB) FROM checked_clock').raw();
    this.#setClock = prepare('UPDATE checked_clock SET point = ?');
  }

  /** Stores rows that are not there yet, all of them together. */
  insert(rows: readonly NewRow[]): void {
    this.#insertRows(
      rows.flatMap(({ collection, id, text, keys }) => [collection, id, rowText(collection, id, keys, text)]),
    );
    this.#insertKeys(rows.flatMap((row) => keyValues(row)));
  }

  /** Stores a row in the place of the one that was there, if there was one. @param before its keys */
  put(row: NewRow, before: RowKeys): void {
    const { collection, id, text, keys } = row;
    this.#put.run([collection, id, rowText(collection, id, keys, text)]);
    this.#deleteKeys(collection, id, before, keys);
    this.#insertKeys(keyValues(row, before));
  }

  /** @param keys those of the row */
  delete(collection: string, id: string, keys: RowKeys): void {
    this.#delete.run([collection, id]);
    this.#deleteKeys(collection, id, keys, {});
  }

  #deleteKeys(collection: string, id: string, keys: RowKeys, kept: RowKeys): void {
    for (const [name, values] of Object.entries(keys)) {
      for (const value of values) {
        if (!kept[name]?.includes(value)) this.#deleteKey.run([collection, name, value, id]);
      }
    }
  }

  readClock(): Tick {
    const [stored] = this.#readClock.get([]) as [unknown];
    const [milliseconds = 0, counter = 0] = checkedText(placeOfClock, stored).split(' ').map(Number);
    return { milliseconds, counter };
  }

  setClock(tick: Tick): void {
    this.#setClock.run([clockText(tick)]);
  }
}

/** A point of the clock as it is stored. */
export function clockText({ milliseconds, counter }: Tick): string {
  return withChecksum(placeOfClock, `${milliseconds} ${counter}`);
}

/** The columns of a row's keys, without those that it had before. */
function keyValues({ collection, id, keys }: NewRow, before: RowKeys = {}): string[] {
  const columns: string[] = [];
  for (const [name, values] of Object.entries(keys)) {
    for (const value of values) {
      if (before[name]?.includes(value)) continue;
      const sum = withChecksum(placeOf(collection, name, value), id).slice(0, -id.length);
      columns.push(collection, name, value, id, sum);
    }
  }
  return columns;
}

/** Inserts rows of so many columns by as few statements as there need be, each prepared when it is first needed. */
function inGroups(
  connection: Database.Database,
  insert: string,
  columns: number,
): (values: string[]) => void {
  const one = `(${Array(columns).fill('?').join()})`;
  const statements = new Map<number, Database.Statement>();
  const statementFor = (size: number) => {
    let statement = statements.get(size);
    if (statement === undefined) {
      statement = connection.prepare(`${insert} ${Array(size).fill(one).join()}`);
      statements.set(size, statement);
    }
    return statement;
  };
  return (values) => {
    let from = 0;
    for (const size of groupSizes) {
      const length = size * columns;
      for (; from + length <= values.length; from += length) {
        statementFor(size).run(
          from === 0 && length === values.length ? values : values.slice(from, from + length),
        );
      }
    }
  };
}
