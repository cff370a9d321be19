import type Database from 'libsql';
import { addChecksums } from './add-checksums.ts';

/** Marks a SQLite file as ours: "tunl" in ASCII, at offset 68 of the file. */
export const applicationId = 0x74756e6c;

/** SQL, or what it takes more than SQL to do. */
export type Migration = string | ((database: Database.Database) => void);

/**
 * The steps from an empty file to the current schema; step n leads to version n + 1. A step that was released
 * is never edited: files of its version exist.
 */
export const migrations: readonly Migration[] = [
  // WITHOUT ROWID keeps a page of rows side by side in the order that `list` reads them: measured at
  // 1,000,000 rows it is as fast to read as a rowid table and a third faster to append to.
  `CREATE TABLE records (
     collection TEXT NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL,
     PRIMARY KEY (collection, id)
   ) WITHOUT ROWID;
   CREATE TABLE keys (
     collection TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, id TEXT NOT NULL,
     PRIMARY KEY (collection, name, value, id)
   ) WITHOUT ROWID;
   CREATE INDEX keys_of_row ON keys (collection, id);
   CREATE TABLE clock (
     only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
     milliseconds INTEGER NOT NULL, counter INTEGER NOT NULL
   );
   INSERT INTO clock VALUES (1, 0, 0);`,
  'CREATE TABLE log (last INTEGER PRIMARY KEY, data TEXT NOT NULL)',
  addChecksums,
];

/**
 * SHA-256 of the tables that these steps make (`integrity/schema-tables.ts` `digestOf`). Making them to compare a file's
 * with takes 8 ms at each opening.
 */
export const newestTables = '43b74c1ecc15b1161e8af76a84c31309d1cd43313a3fdc19e214d85d6230625d';

/** The schema that this version writes, kept in the file as SQLite's `user_version`. */
export const schemaVersion = migrations.length;

/** Who wrote the file, and in which schema version; both 0 in a file that nothing was written to. */
export interface FileMark {
  readonly applicationId: number;
  readonly version: number;
}

/** The mark as SQLite sees it, that is with what still stands in the write-ahead log. */
export function readMark(database: Database.Database): FileMark {
  const integer = (pragma: string) =>
    Number((database.prepare(`PRAGMA ${pragma}`).raw().get() as [number])[0]);
  return { applicationId: integer('application_id'), version: integer('user_version') };
}

/**
 * Brings a file of schema version `from` (0: an empty one) to that after the last step and marks it as ours. The
 * caller holds a transaction, so that a half-migrated file cannot exist.
 */
export function migrate(database: Database.Database, from: number, steps = migrations): void {
  for (const step of steps.slice(from)) {
    if (typeof step === 'string') database.exec(step);
    else step(database);
  }
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}`);
}
