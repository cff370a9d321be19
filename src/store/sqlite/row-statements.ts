import type Database from 'libsql';
import type { Row, RowKeys, Tick } from '../store.ts';

// Arguments are passed as one array: that is the path of libsql that copies least.

/** The reading statements of one connection, prepared once. Ids order as their UTF-8 bytes. */
export class RowReading {
  readonly #get: Database.Statement;
  readonly #listAll: Database.Statement;
  readonly #listBefore: Database.Statement;
  readonly #find: Database.Statement;
  readonly #version: Database.Statement;

  constructor(connection: Database.Database) {
    const rows = (sql: string) => connection.prepare(sql).raw();
    this.#get = rows('SELECT data FROM records WHERE collection = ? AND id = ?');
    this.#listAll = rows('SELECT id, data FROM records WHERE collection = ? ORDER BY id DESC LIMIT ?');
    this.#listBefore = rows(
      'SELECT id, data FROM records WHERE collection = ? AND id < ? ORDER BY id DESC LIMIT ?',
    );
    this.#find = rows('SELECT id FROM keys WHERE collection = ? AND name = ? AND value = ? ORDER BY id DESC');
    this.#version = rows('PRAGMA data_version');
  }

  /** A number that changes with every commit of another connection, whichever process made it. */
  version(): number {
    return (this.#version.get([]) as [number])[0];
  }

  get(collection: string, id: string): Row | undefined {
    const text = this.getText(collection, id);
    return text === undefined ? undefined : { id, data: JSON.parse(text) };
  }

  /** A row's data as it is stored. */
  getText(collection: string, id: string): string | undefined {
    return (this.#get.get([collection, id]) as [string] | undefined)?.[0];
  }

  list(collection: string, before: string | undefined, limit: number): Row[] {
    const rows =
      before === undefined
        ? this.#listAll.all([collection, limit])
        : this.#listBefore.all([collection, before, limit]);
    return (rows as [string, string][]).map(([id, data]) => ({ id, data: JSON.parse(data) }));
  }

  find(collection: string, index: string, value: string): string[] {
    return (this.#find.all([collection, index, value]) as [string][]).map(([id]) => id);
  }
}

/** The writing statements of one connection, prepared once. */
export class RowWriting {
  readonly #insert: Database.Statement;
  readonly #update: Database.Statement;
  readonly #delete: Database.Statement;
  readonly #insertKey: Database.Statement;
  readonly #deleteKeys: Database.Statement;
  readonly #readClock: Database.Statement;
  readonly #setClock: Database.Statement;

  constructor(connection: Database.Database) {
    const prepare = (sql: string) => connection.prepare(sql);
    this.#insert = prepare('INSERT INTO records VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
    this.#update = prepare('UPDATE records SET data = ? WHERE collection = ? AND id = ?');
    this.#delete = prepare('DELETE FROM records WHERE collection = ? AND id = ?');
    this.#insertKey = prepare('INSERT INTO keys VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING');
    this.#deleteKeys = prepare('DELETE FROM keys WHERE collection = ? AND id = ?');
    this.#readClock = prepare('SELECT milliseconds, counter FROM clock').raw();
    this.#setClock = prepare('UPDATE clock SET milliseconds = ?, counter = ?');
  }

  /** @param text the row's data as JSON */
  put(collection: string, id: string, text: string, keys: RowKeys): void {
    // A new row, the usual case, has no keys to clear away.
    const isNew = this.#insert.run([collection, id, text]).changes === 1;
    if (!isNew) {
      this.#update.run([text, collection, id]);
      this.#deleteKeys.run([collection, id]);
    }
    for (const [name, values] of Object.entries(keys)) {
      for (const value of values) this.#insertKey.run([collection, name, value, id]);
    }
  }

  delete(collection: string, id: string): void {
    this.#delete.run([collection, id]);
    this.#deleteKeys.run([collection, id]);
  }

  readClock(): Tick {
    const [milliseconds, counter] = this.#readClock.get([]) as [number, number];
    return { milliseconds, counter };
  }

  setClock(tick: Tick): void {
    this.#setClock.run([tick.milliseconds, tick.counter]);
  }
}
