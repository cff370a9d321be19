import type { StoredRow } from './stored-row.ts';

/** Bound of the texts of all pages that were read since the cache was last emptied, in UTF-16 units. */
const mostUnits = 8 * 1024 * 1024;

/**
 * Pages of rows as they were last read: the newest page of a collection is what is asked for most. A page that is still
 * right is the same array again, so that whoever made something of it knows it by that. Whoever owns the cache drops the
 * collections that were changed.
 */
export class PageCache {
  readonly #collections = new Map<string, Map<string, readonly StoredRow[]>>();
  #units = 0;

  get(collection: string, before: string | undefined, limit: number): readonly StoredRow[] | undefined {
    return this.#collections.get(collection)?.get(keyOf(before, limit));
  }

  /** Keeps the page and answers it. */
  add(
    collection: string,
    before: string | undefined,
    limit: number,
    page: readonly StoredRow[],
  ): readonly StoredRow[] {
    for (const { text } of page) this.#units += text.length;
    if (this.#units > mostUnits) this.clear();
    let pages = this.#collections.get(collection);
    if (pages === undefined) {
      pages = new Map();
      this.#collections.set(collection, pages);
    }
    pages.set(keyOf(before, limit), page);
    return page;
  }

  drop(collection: string): void {
    this.#collections.delete(collection);
  }

  clear(): void {
    this.#collections.clear();
    this.#units = 0;
  }
}

function keyOf(before = '', limit: number): string {
  return `${limit} ${before}`;
}
