import Database from 'libsql';

const firstEnd = 'instr(row, char(31))';

/**
 * A data file for SQL, read only: `records (collection, id, data)`, `keys`, `log (last, data)` and `clock` as views
 * without the checksums (store/sqlite/stored-row.ts says how a row is stored).
 */
export function openRaw(file: string): Database.Database {
  const database = new Database(file);
  database.exec(`
    CREATE TEMP VIEW records AS SELECT collection, id,
      substr(row, ${firstEnd} + 1 + instr(substr(row, ${firstEnd} + 1), char(31))) AS data FROM checked_records;
    CREATE TEMP VIEW keys AS SELECT collection, name, value, id FROM checked_keys;
    CREATE TEMP VIEW log AS SELECT last, substr(entries, 9) AS data FROM checked_log;
    CREATE TEMP VIEW clock AS SELECT substr(point, 9) AS point FROM checked_clock;
    PRAGMA query_only = ON`);
  return database;
}
