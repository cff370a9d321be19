import type { RowKeys } from '../../store.ts';
import { StoredRow } from '../rows/stored-row.ts';

/** A row's new content, or nothing where the row is gone. */
export interface Change {
  readonly collection: string;
  readonly id: string;
  readonly content: { readonly text: string; readonly keys: RowKeys } | undefined;
  /** The file has no such row. */
  readonly isNew: boolean;
}

/** Changes that are not in the file yet: they overlay what is read of it. */
export class PendingChanges {
  readonly #changes = new Map<string, Change>();
  /** Ids of changes by the keys that they carried at some time: there may be a hundred thousand. */
  readonly #keyed = new Map<string, Set<string>>();

  get size(): number {
    return this.#changes.size;
  }

  get(collection: string, id: string): Change | undefined {
    return this.#changes.get(place(collection, id));
  }

  has(collection: string, id: string): boolean {
    return this.#changes.has(place(collection, id));
  }

  set(change: Change): void {
    const { collection, id, content } = change;
    const at = place(collection, id);
    const earlier = this.#changes.get(at);
    this.#changes.set(
      at,
      earlier && earlier.isNew !== change.isNew ? { ...change, isNew: earlier.isNew } : change,
    );
    for (const name in content?.keys) {
      for (const value of content.keys[name] ?? []) {
        const key = keyPlace(collection, name, value);
        const ids = this.#keyed.get(key);
        if (ids) ids.add(id);
        else this.#keyed.set(key, new Set([id]));
      }
    }
  }

  clear(): void {
    this.#changes.clear();
    this.#keyed.clear();
  }

  all(): IterableIterator<Change> {
    return this.#changes.values();
  }

  /** The rows of a collection that are there. */
  rowsOf(collection: string): StoredRow[] {
    return [...this.all()].flatMap((change) =>
      change.collection === collection ? (rowOf(change) ?? []) : [],
    );
  }

  /** Ids of the rows that carry the value. */
  idsUnder(collection: string, index: string, value: string): string[] {
    return [...(this.#keyed.get(keyPlace(collection, index, value)) ?? [])].filter((id) =>
      this.get(collection, id)?.content?.keys[index]?.includes(value),
    );
  }
}

export function rowOf({ id, content }: Change): StoredRow | undefined {
  return content && new StoredRow(id, '', content.text);
}

function place(collection: string, id: string): string {
  return `${collection}\0${id}`;
}

function keyPlace(collection: string, index: string, value: string): string {
  return `${collection}\0${index}\0${value}`;
}
