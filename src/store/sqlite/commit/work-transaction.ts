import type { Row, RowContent, RowKeys, Tick, Transaction } from '../../store.ts';
import type { StoredRow } from '../rows/stored-row.ts';
import { PendingChanges, rowOf } from './pending-changes.ts';

/** The transaction that a work shares, as far as the work needs it. */
export interface SharedPart {
  /** What is in the file, and what the works before this one changed. */
  readonly committed: CommittedRows;
  readonly changes: PendingChanges;
  attempt<T>(action: () => T): T;
  tick(now: number): Tick;
  /** Takes out all that is stored. */
  clear(): void;
  log(text: string): void;
}

/** What is in the file. */
export interface CommittedRows {
  get(collection: string, id: string): StoredRow | undefined;
  list(collection: string, before: string | undefined, limit: number): StoredRow[];
  find(collection: string, index: string, value: string): string[];
}

/**
 * What one work sees of the transaction that it shares: usable until the work ends, undone on its own. Changes
 * are kept here until then and overlay what is read. A savepoint for each work would do the same, but costs
 * more than the change itself.
 */
export class WorkTransaction implements Transaction {
  readonly #shared: SharedPart;
  readonly #changes = new PendingChanges();
  readonly #logged: string[] = [];
  /** Set when the work starts from nothing: what is stored is not there for it. */
  #isCleared = false;
  #ended = false;

  constructor(shared: SharedPart) {
    this.#shared = shared;
  }

  async get(collection: string, id: string): Promise<Row | undefined> {
    return this.#attempt(() => {
      for (const changes of this.#layers()) {
        const change = changes.get(collection, id);
        if (change) return rowOf(change);
      }
      return this.#isCleared ? undefined : this.#shared.committed.get(collection, id);
    });
  }

  async list(
    collection: string,
    page: { before?: string | undefined; limit: number },
  ): Promise<readonly Row[]> {
    const { before, limit } = page;
    return this.#attempt(() => {
      const layers = this.#layers();
      const changed = layers.reduce((sum, { size }) => sum + size, 0);
      const stored = this.#isCleared ? [] : this.#shared.committed.list(collection, before, limit + changed);
      if (changed === 0) return stored;
      const isOverlaid = ({ id }: Row, depth: number) =>
        layers.slice(0, depth).some((changes) => changes.has(collection, id));
      const rows = [...layers.map((changes) => changes.rowsOf(collection)), stored].flatMap((some, depth) =>
        some.filter((row) => (before === undefined || row.id < before) && !isOverlaid(row, depth)),
      );
      return rows.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
    });
  }

  async find(collection: string, index: string, value: string): Promise<string[]> {
    return this.#attempt(() => {
      const layers = this.#layers();
      const stored = this.#isCleared ? [] : this.#shared.committed.find(collection, index, value);
      const found = [...layers.map((changes) => changes.idsUnder(collection, index, value)), stored].map(
        (ids, depth) =>
          ids.filter((id) => !layers.slice(0, depth).some((changes) => changes.has(collection, id))),
      );
      return found.flat().sort().reverse();
    });
  }

  async insert(collection: string, id: string, content: RowContent, keys: RowKeys = {}): Promise<void> {
    const text = jsonOf(content);
    this.#attempt(() => this.#changes.set({ collection, id, content: { text, keys }, isNew: true }));
  }

  async put(collection: string, id: string, content: RowContent, keys: RowKeys = {}): Promise<void> {
    const text = jsonOf(content);
    this.#attempt(() => this.#changes.set({ collection, id, content: { text, keys }, isNew: false }));
  }

  async delete(collection: string, id: string): Promise<boolean> {
    const existing = await this.get(collection, id);
    this.#attempt(() => this.#changes.set({ collection, id, content: undefined, isNew: false }));
    return existing !== undefined;
  }

  async log(entry: RowContent): Promise<void> {
    this.#attempt(() => this.#logged.push(jsonOf(entry)));
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
    for (const change of this.#changes.all()) this.#shared.changes.set(change);
    for (const text of this.#logged) this.#shared.log(text);
  }

  /** Ends the work without a trace. */
  undo(): void {
    this.#ended = true;
  }

  /** What overlays the file, the newest first. */
  #layers(): PendingChanges[] {
    const { changes } = this.#shared;
    if (this.#isCleared || changes.size === 0) return this.#changes.size === 0 ? [] : [this.#changes];
    return this.#changes.size === 0 ? [changes] : [this.#changes, changes];
  }

  #attempt<T>(action: () => T): T {
    if (this.#ended) throw new Error('this transaction has ended; await everything inside the work');
    return this.#shared.attempt(action);
  }
}

function jsonOf(content: RowContent): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
