import type { StoredRow } from './stored-row.ts';

/** Bound of the texts that the cached rows were read from, in UTF-16 units. */
const mostUnits = 8 * 1024 * 1024;

/**
 * Rows as they were last read, so that reading one again does not go through SQLite. Whoever owns it drops what
 * was changed.
 */
export class RowCache {
  readonly #rows = new Map<string, StoredRow>();
  #units = 0;

  get(collection: string, id: string): StoredRow | undefined {
    return this.#rows.get(place(collection, id));
  }

  /** Keeps the row, if there is one, and answers it. */
  add(collection: string, row: StoredRow | undefined): StoredRow | undefined {
    if (row === undefined) return undefined;
    this.#units += row.text.length;
    // Starting over costs one more read a row; keeping an order of use would cost more at every read.
    if (this.#units > mostUnits) this.clear();
    this.#rows.set(place(collection, row.id), row);
    return row;
  }

  drop(collection: string, id: string): void {
    this.#rows.delete(place(collection, id));
  }

  clear(): void {
    this.#rows.clear();
    this.#units = 0;
  }
}

function place(collection: string, id: string): string {
  return `${collection}\0${id}`;
}
