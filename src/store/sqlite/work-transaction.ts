import type { Row, RowData, RowKeys, Tick, Transaction } from '../store.ts';
import type { RowReading } from './row-statements.ts';

/** What a work made of a row: its new content, or nothing where the row is gone. */
interface Change {
  readonly collection: string;
  readonly id: string;
  readonly content: { readonly text: string; readonly keys: RowKeys } | undefined;
}

/** The transaction that a work shares, as far as the work needs it. */
export interface SharedPart {
  readonly writer: { readonly reading: RowReading };
  attempt<T>(action: () => T): T;
  tick(now: number): Tick;
  apply(collection: string, id: string, content: Change['content']): void;
  clear(): void;
  log(text: string): void;
}

/**
 * What one work sees of the transaction that it shares: usable until the work ends, undone on its own. Changes
 * are kept here until then and overlay what is read. A savepoint for each work would do the same, but costs
 * more than the change itself.
 */
export class WorkTransaction implements Transaction {
  readonly #shared: SharedPart;
  readonly #changes = new Map<string, Change>();
  /** Ids of changes by the keys that they carried at some time: a work may change a hundred thousand rows. */
  readonly #keyed = new Map<string, Set<string>>();
  readonly #logged: string[] = [];
  /** Set when the work starts from nothing: what is stored is not there for it. */
  #isCleared = false;
  #ended = false;

  constructor(shared: SharedPart) {
    this.#shared = shared;
  }

  async get(collection: string, id: string): Promise<Row | undefined> {
    const change = this.#changes.get(place(collection, id));
    if (change) return this.#attempt(() => rowOf(change));
    if (this.#isCleared) return this.#attempt(() => undefined);
    return this.#attempt(() => this.#shared.writer.reading.get(collection, id));
  }

  async list(collection: string, page: { before?: string | undefined; limit: number }): Promise<Row[]> {
    const { before, limit } = page;
    const stored = this.#attempt(() =>
      this.#isCleared ? [] : this.#shared.writer.reading.list(collection, before, limit + this.#changes.size),
    );
    if (this.#changes.size === 0) return stored;
    const own = this.#changesOf(collection)
      .filter(({ id }) => before === undefined || id < before)
      .flatMap((change) => rowOf(change) ?? []);
    const rows = [...stored.filter(({ id }) => !this.#changes.has(place(collection, id))), ...own];
    return rows.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
  }

  async find(collection: string, index: string, value: string): Promise<string[]> {
    const stored = this.#attempt(() =>
      this.#isCleared ? [] : this.#shared.writer.reading.find(collection, index, value),
    );
    if (this.#changes.size === 0) return stored;
    const own = [...(this.#keyed.get(keyPlace(collection, index, value)) ?? [])].filter((id) =>
      this.#changes.get(place(collection, id))?.content?.keys[index]?.includes(value),
    );
    return [...stored.filter((id) => !this.#changes.has(place(collection, id))), ...own].sort().reverse();
  }

  async put(collection: string, id: string, data: RowData, keys: RowKeys = {}): Promise<void> {
    this.#change({ collection, id, content: { text: JSON.stringify(data), keys } });
  }

  async delete(collection: string, id: string): Promise<boolean> {
    const existing = await this.get(collection, id);
    this.#change({ collection, id, content: undefined });
    return existing !== undefined;
  }

  async log(entry: RowData): Promise<void> {
    this.#attempt(() => this.#logged.push(JSON.stringify(entry)));
  }

  async tick(now: number): Promise<Tick> {
    if (!Number.isSafeInteger(now)) throw new RangeError(`the time ${now} is not in whole milliseconds`);
    return this.#attempt(() => this.#shared.tick(now));
  }

  /** Takes out all that is stored; the work has not changed anything yet. */
  clear(): void {
    this.#attempt(() => {
      this.#isCleared = true;
    });
  }

  /** Ends the work and hands its changes to the transaction. */
  keep(): void {
    this.#ended = true;
    if (this.#isCleared) this.#shared.clear();
    for (const { collection, id, content } of this.#changes.values()) {
      this.#shared.apply(collection, id, content);
    }
    for (const text of this.#logged) this.#shared.log(text);
  }

  /** Ends the work without a trace. */
  undo(): void {
    this.#ended = true;
  }

  #change(change: Change): void {
    this.#attempt(() => this.#changes.set(place(change.collection, change.id), change));
    for (const [name, values] of Object.entries(change.content?.keys ?? {})) {
      for (const value of values) {
        const key = keyPlace(change.collection, name, value);
        const ids = this.#keyed.get(key);
        if (ids) ids.add(change.id);
        else this.#keyed.set(key, new Set([change.id]));
      }
    }
  }

  #changesOf(collection: string): Change[] {
    return [...this.#changes.values()].filter((change) => change.collection === collection);
  }

  #attempt<T>(action: () => T): T {
    if (this.#ended) throw new Error('this transaction has ended; await everything inside the work');
    return this.#shared.attempt(action);
  }
}

function place(collection: string, id: string): string {
  return `${collection}\0${id}`;
}

function keyPlace(collection: string, index: string, value: string): string {
  return `${collection}\0${index}\0${value}`;
}

function rowOf({ id, content }: Change): Row | undefined {
  return content && { id, data: JSON.parse(content.text) };
}
