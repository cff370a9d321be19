import type { Row } from '../store.ts';

/** Bound of the texts that the cached rows were read from, in UTF-16 units. */
const mostUnits = 8 * 1024 * 1024;

/**
 * Rows as they were last read, so that reading one again does not go through SQLite. Whoever owns it drops what
 * was changed. Rows are frozen: nobody can change one for the next reader.
 */
export class RowCache {
  readonly #rows = new Map<string, Row>();
  #units = 0;

  get(collection: string, id: string): Row | undefined {
    return this.#rows.get(place(collection, id));
  }

  add(collection: string, row: Row, units: number): void {
    this.#units += units;
    // Starting over costs one more read a row; keeping an order of use would cost more at every read.
    if (this.#units > mostUnits) this.clear();
    this.#rows.set(place(collection, row.id), deepFreeze(row));
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

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const member of Object.values(value)) deepFreeze(member);
    Object.freeze(value);
  }
  return value;
}
