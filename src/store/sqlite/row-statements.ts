import type Database from 'libsql';
import type { RowKeys, Tick } from '../store.ts';
import {
  anyPlace,
  blob,
  ChecksumError,
  checkedPart,
  checkedText,
  checkPart,
  placeOf,
  separator,
  withChecksum,
} from './checked-text.ts';
import { readRow, rowText, type StoredRow } from './stored-row.ts';

// Arguments are passed as one array: that is the path of libsql that copies least.

/** Between the rows that one value holds: no row has it. */
const betweenRows = 0x1e;

/** Above every id. */
const afterIds = '\u{10ffff}';

/** Where the point of the clock is, for its checksum. */
export const placeOfClock = placeOf('clock');

/** The reading statements of one connection, prepared once. Ids order as their UTF-8 bytes. */
export class RowReading {
  readonly #get: Database.Statement;
  readonly #listAll: Database.Statement;
  readonly #listBefore: Database.Statement;
  readonly #listAfter: Database.Statement;
  readonly #around: Database.Statement;
  readonly #find: Database.Statement;
  readonly #version: Database.Statement;

  constructor(connection: Database.Database) {
    const values = (sql: string) => connection.prepare(sql).raw();
    // A page as one value: handing over a hundred takes three times as long.
    const page = (condition: string) =>
      values(
        `SELECT CAST(group_concat(row, char(${betweenRows})) AS BLOB) ` +
          `FROM (SELECT row FROM checked_records WHERE collection = ? ${condition} LIMIT ?)`,
      );
    this.#get = values('SELECT CAST(row AS BLOB) FROM checked_records WHERE collection = ? AND id = ?');
    this.#listAll = page('ORDER BY id DESC');
    this.#listBefore = page('AND id < ? ORDER BY id DESC');
    this.#listAfter = page('AND id > ? ORDER BY id');
    const row = 'SELECT CAST(collection || char(31) || id || char(31) || row AS BLOB) FROM checked_records';
    this.#around = values(
      `SELECT (${row} WHERE (collection, id) < (?1, ?2) ORDER BY collection DESC, id DESC LIMIT 1),` +
        ` (${row} WHERE (collection, id) >= (?1, ?2) ORDER BY collection, id LIMIT 1)`,
    );
    // With the keys at both sides, beside which a search ends that a damaged key led astray.
    const key =
      'SELECT CAST(sum || collection || char(31) || name || char(31) || value || char(31) || id AS BLOB) FROM checked_keys';
    const order = (direction: string) =>
      ['collection', 'name', 'value', 'id'].map((column) => `${column} ${direction}`).join();
    this.#find = values(
      `SELECT (SELECT CAST(group_concat(sum || id, char(${betweenRows})) AS BLOB) FROM (SELECT sum, id FROM checked_keys` +
        ' WHERE collection = ?1 AND name = ?2 AND value = ?3 ORDER BY id DESC)),' +
        ` (${key} WHERE (collection, name, value) < (?1, ?2, ?3) ORDER BY ${order('DESC')} LIMIT 1),` +
        ` (${key} WHERE (collection, name, value) > (?1, ?2, ?3) ORDER BY ${order('ASC')} LIMIT 1)`,
    );
    this.#version = values('PRAGMA data_version');
  }

  /** A number that changes with every commit of another connection, whichever process made it. */
  version(): number {
    return (this.#version.get([]) as [number])[0];
  }

  get(collection: string, id: string): StoredRow | undefined {
    const found = this.#get.get([collection, id]) as [unknown] | undefined;
    if (found === undefined) {
      this.#checkAround(collection, id);
      return undefined;
    }
    const row = readRow(collection, blob(found[0]));
    if (row.id !== id) throw new ChecksumError('a row has the id of another one');
    return row;
  }

  /** By descending id. */
  list(collection: string, before: string | undefined, limit: number): StoredRow[] {
    const found =
      before === undefined
        ? this.#listAll.get([collection, limit])
        : this.#listBefore.get([collection, before, limit]);
    const rows = rowsOf(collection, found);
    this.#checkAround(collection, before ?? afterIds);
    const last = checkOrder(rows, before, (a, b) => a < b);
    // A row whose collection is damaged ends the search in the middle of its own.
    if (rows.length < limit && last !== undefined) this.#checkAround(collection, last);
    return rows;
  }

  /** By ascending id. */
  listAfter(collection: string, after: string, limit: number): StoredRow[] {
    const rows = rowsOf(collection, this.#listAfter.get([collection, after, limit]));
    this.#checkAround(collection, after);
    const last = checkOrder(rows, after, (a, b) => a > b);
    if (rows.length < limit && last !== undefined) this.#checkAround(collection, `${last}\0`);
    return rows;
  }

  /** Newest first. */
  find(collection: string, index: string, value: string): string[] {
    const [found, ...beside] = this.#find.get([collection, index, value]) as [unknown, unknown, unknown];
    // Also where some are found: others that have the value may stand beside them, damaged.
    for (const stored of beside)
      if (stored !== null) checkPart(anyPlace, blob(stored), 0, blob(stored).length);
    if (found === null) return [];
    const place = placeOf(collection, index, value);
    return partsOf(blob(found), (bytes, start, end) => checkedPart(place, bytes, start, end));
  }

  /**
   * Nothing was found, or a page ends here: that is true if the rows at both sides of the place are sound. A search that
   * a damaged row leads astray ends beside that row.
   */
  #checkAround(collection: string, id: string): void {
    const around = this.#around.get([collection, id]) as unknown[];
    for (const [i, stored] of around.entries()) {
      if (stored === null) continue;
      const bytes = blob(stored);
      const [collectionEnd, idEnd] = columnEnds(bytes);
      const inCollection = bytes.toString('utf8', 0, collectionEnd);
      const row = readRow(inCollection, bytes, idEnd + 1);
      const isBefore = inCollection === collection ? row.id < id : inCollection < collection;
      // The first of them stands before the place, the other one does not.
      if (row.id !== bytes.toString('utf8', collectionEnd + 1, idEnd) || isBefore !== (i === 0)) {
        throw new ChecksumError('a row stands in the place of another one');
      }
    }
  }
}

function columnEnds(bytes: Buffer): [number, number] {
  const first = bytes.indexOf(separator);
  return [first, bytes.indexOf(separator, first + 1)];
}

/**
 * Makes sure that a page holds rows of one place, in their order.
 * @param from what its first row comes behind
 * @returns the last id
 */
function checkOrder(
  rows: readonly StoredRow[],
  from: string | undefined,
  isBehind: (id: string, before: string) => boolean,
): string | undefined {
  let last = from;
  for (const { id } of rows) {
    if (last !== undefined && !isBehind(id, last)) throw new ChecksumError('rows are out of their order');
    last = id;
  }
  return rows.length > 0 ? last : undefined;
}

/** @param found the one value of a page; null where it is empty */
function rowsOf(collection: string, found: unknown): StoredRow[] {
  const [stored] = found as [unknown];
  if (stored === null) return [];
  return partsOf(blob(stored), (bytes, start, end) => readRow(collection, bytes, start, end));
}

function partsOf<T>(bytes: Buffer, read: (bytes: Buffer, start: number, end: number) => T): T[] {
  const parts: T[] = [];
  for (let start = 0; start <= bytes.length; ) {
    const next = bytes.indexOf(betweenRows, start);
    const end = next === -1 ? bytes.length : next;
    parts.push(read(bytes, start, end));
    start = end + 1;
  }
  return parts;
}

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
