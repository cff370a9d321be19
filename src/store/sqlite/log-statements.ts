import type Database from 'libsql';
import type { LogEntry, LogPage, RowData } from '../store.ts';

/** How many entries are kept at least, and how many more may pile up. */
export const keptEntries = 10_000;
const trimmedAtOnce = 1_000;

// All entries of one commit stand in one row, under the position of the last of them: half of what a row costs is
// its statement, and a commit carries up to 256 works.

/** The statements of one connection that read the log, prepared once. */
export class LogReading {
  readonly #after: Database.Statement;
  readonly #last: Database.Statement;

  constructor(connection: Database.Database) {
    this.#after = connection.prepare('SELECT last, data FROM log WHERE last > ? ORDER BY last LIMIT 1').raw();
    this.#last = connection.prepare('SELECT max(last) FROM log').raw();
  }

  read(page: LogPage): LogEntry[] {
    return 'after' in page
      ? this.#readAfter(page.after, page.limit)
      : this.#readBefore(page.before, page.limit);
  }

  #readAfter(position: number, limit: number): LogEntry[] {
    const entries: LogEntry[] = [];
    let from = position;
    while (entries.length < limit) {
      const row = this.#rowAfter(from);
      if (row === undefined) break;
      entries.push(...row.entries.filter((entry) => entry.position > position));
      from = row.last;
    }
    return entries.slice(0, limit);
  }

  #readBefore(position: number | undefined, limit: number): LogEntry[] {
    const entries: LogEntry[] = [];
    const [last] = this.#last.get([]) as [number | null];
    let to = Math.min(position ?? Number.MAX_SAFE_INTEGER, (last ?? 0) + 1);
    while (entries.length < limit) {
      // The row that holds the position before: its own last one is that or a later one.
      const earlier = this.#rowAfter(to - 2)?.entries.filter((entry) => entry.position < to) ?? [];
      if (earlier[0] === undefined) break;
      to = earlier[0].position;
      entries.push(...earlier.reverse());
    }
    return entries.slice(0, limit);
  }

  #rowAfter(position: number): { last: number; entries: LogEntry[] } | undefined {
    const row = this.#after.get([position]) as [number, string] | undefined;
    if (row === undefined) return undefined;
    const [last, text] = row;
    const all = JSON.parse(text) as RowData[];
    return { last, entries: all.map((data, i) => ({ position: last - all.length + 1 + i, data })) };
  }
}

/** The statements of one connection that write the log, prepared once. */
export class LogWriting {
  readonly #append: Database.Statement;
  readonly #trim: Database.Statement;

  constructor(connection: Database.Database) {
    this.#append = connection.prepare(
      'INSERT INTO log VALUES ((SELECT coalesce(max(last), 0) FROM log) + ?, ?)',
    );
    this.#trim = connection.prepare('DELETE FROM log WHERE last <= ?');
  }

  /** Adds the entries of one commit. @param texts each of them JSON */
  append(texts: readonly string[]): void {
    const { lastInsertRowid } = this.#append.run([texts.length, `[${texts.join(',')}]`]);
    const last = Number(lastInsertRowid);
    // Whenever a thousand is full, whichever process filled it.
    const full = last - (last % trimmedAtOnce);
    if (last - texts.length < full) this.#trim.run([full - keptEntries]);
  }
}

/** Forgets all entries but not how many there were, so that positions go on. */
export const clearLog =
  "DELETE FROM log WHERE last < (SELECT max(last) FROM log); UPDATE log SET data = '[]'";
