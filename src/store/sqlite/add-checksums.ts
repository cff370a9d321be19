import { isUtf8 } from 'node:buffer';
import type Database from 'libsql';
import { ChecksumError, placeOf, withChecksum } from './rows/checked-text.ts';
import { clockText, type NewRow, RowWriting } from './rows/row-writing.ts';

/**
 * The tables of schema 3, under new names: libsql cannot write a file on after it renamed a table. A row, an entry of the
 * log and the point of the clock are each one text with its checksum (`rows/checked-text.ts`, `rows/stored-row.ts`); a row
 * holds its keys, too, so that its old ones are known without an index.
 */
const tables = `
  CREATE TABLE checked_records (
    collection TEXT NOT NULL, id TEXT NOT NULL, row TEXT NOT NULL,
    PRIMARY KEY (collection, id)
  ) WITHOUT ROWID;
  CREATE TABLE checked_keys (
    collection TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, id TEXT NOT NULL, sum TEXT NOT NULL,
    PRIMARY KEY (collection, name, value, id)
  ) WITHOUT ROWID;
  CREATE TABLE checked_log (last INTEGER PRIMARY KEY, entries TEXT NOT NULL);
  CREATE TABLE checked_clock (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), point TEXT NOT NULL);`;

const rowsAtOnce = 256;

/**
 * Gives every stored text a checksum, from schema 2 to 3.
 * @throws ChecksumError when a text cannot be what was written: a checksum must not make it one
 */
export function addChecksums(database: Database.Database): void {
  database.exec(tables);
  const values = (sql: string) => database.prepare(sql).raw();
  copyRows(database);
  const insertEntries = database.prepare('INSERT INTO checked_log VALUES (?, ?)');
  const nextEntries = values('SELECT last, CAST(data AS BLOB) FROM log WHERE last > ? ORDER BY last LIMIT 1');
  for (let at = 0; ; ) {
    const row = nextEntries.get([at]) as [number, unknown] | undefined;
    if (row === undefined) break;
    at = row[0];
    insertEntries.run([at, withChecksum(placeOf('log', at), jsonText(row[1]))]);
  }
  const [milliseconds, counter] = values('SELECT milliseconds, counter FROM clock').get([]) as number[];
  const point = clockText({ milliseconds: Number(milliseconds), counter: Number(counter) });
  database.prepare('INSERT INTO checked_clock VALUES (1, ?)').run([point]);
  database.exec('DROP TABLE records; DROP TABLE keys; DROP TABLE log; DROP TABLE clock');
}

function copyRows(database: Database.Database): void {
  const values = (sql: string) => database.prepare(sql).raw();
  const after = values(
    'SELECT CAST(collection AS BLOB), CAST(id AS BLOB), CAST(data AS BLOB) FROM records ' +
      'WHERE (collection, id) > (?, ?) ORDER BY collection, id LIMIT ?',
  );
  const keysOf = values(
    'SELECT CAST(name AS BLOB), CAST(value AS BLOB) FROM keys WHERE collection = ? AND id = ?',
  );
  const writing = new RowWriting(database);
  for (let [collection, id] = ['', '']; ; ) {
    const page = after.all([collection, id, rowsAtOnce]) as unknown[][];
    const rows: NewRow[] = page.map(([inCollection, rowId, data]) => {
      [collection, id] = [plainText(inCollection), plainText(rowId)];
      const keys: Record<string, string[]> = {};
      for (const [name, value] of keysOf.all([collection, id]) as unknown[][]) {
        const index = plainText(name);
        keys[index] = [...(keys[index] ?? []), plainText(value)];
      }
      return { collection, id, text: jsonText(data), keys };
    });
    writing.insert(rows);
    if (page.length < rowsAtOnce) return;
  }
}

function jsonText(stored: unknown): string {
  const text = plainText(stored);
  JSON.parse(text);
  return text;
}

function plainText(stored: unknown): string {
  if (Buffer.isBuffer(stored) && isUtf8(stored)) return stored.toString();
  throw new ChecksumError('a value is not a text');
}
