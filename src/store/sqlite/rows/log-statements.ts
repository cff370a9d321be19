import type Database from 'libsql';
import type { LogEntry, LogPage, RowData } from '../../store.ts';
import { checkedText, placeOf, withChecksum } from './checked-text.ts';

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
    this.#after = connection
      .prepare('SELECT last, CAST(entries AS BLOB) FROM checked_log WHERE last > ? ORDER BY last LIMIT 1')
      .raw();
    this.#last = connection.prepare('SELECT max(last) FROM checked_log').raw();
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
    const row = this.#after.get([position]) as [number, unknown] | undefined;
    if (row === undefined) return undefined;
    const [last, stored] = row;
    const all = JSON.parse(checkedText(placeOfEntries(last), stored)) as RowData[];
    return { last, entries: all.map((data, i) => ({ position: last - all.length + 1 + i, data })) };
  }
}

/** The statements of one connection that write the log, prepared once. */
export class LogWriting {
  readonly #last: Database.Statement;
  readonly #append: Database.Statement;
  readonly #trim: Database.Statement;

  constructor(connection: Database.Database) {
    this.#last = connection.prepare('SELECT coalesce(max(last), 0) FROM checked_log').raw();
    this.#append = connection.prepare('INSERT INTO checked_log VALUES (?, ?)');
    this.#trim = connection.prepare('DELETE FROM checked_log WHERE last <= ?');
  }

  /** Adds the entries of one commit. @param texts each of them JSON */
  append(texts: readonly string[]): void {
    const last = this.#lastPosition() + texts.length;
    this.#insert(last, texts);
    // Whenever a thousand is full, whichever process filled it.
    const full = last - (last % trimmedAtOnce);
    if (last - texts.length < full) this.#trim.run([full - keptEntries]);
  }

  /** Forgets all entries but not how many there were, so that positions go on. */
  clear(): void {
    const last = this.#lastPosition();
    if (last === 0) return;
    this.#trim.run([last]);
    this.#insert(last, []);
  }

  #lastPosition(): number {
    return (this.#last.get([]) as [number])[0];
  }

  #insert(last: number, texts: readonly string[]): void {
    this.#append.run([last, withChecksum(placeOfEntries(last), `[${texts.join(',')}]`)]);
  }
}

/** Where the entries of a commit are, for their checksum. */
function placeOfEntries(last: number): number {
  return placeOf('log', last);
}
