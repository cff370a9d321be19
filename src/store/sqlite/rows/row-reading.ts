import type Database from 'libsql';
import { anyPlace, blob, ChecksumError, checkedPart, checkPart, placeOf, separator } from './checked-text.ts';
import { readRow, type StoredRow } from './stored-row.ts';

// Arguments are passed as one array: that is the path of libsql that copies least.

/** Between the rows that one value holds: no row has it. */
const betweenRows = 0x1e;

/** Above every id. */
const afterIds = '\u{10ffff}';

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
