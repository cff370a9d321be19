import type { SharedTransaction } from './shared-transaction.ts';
import type { Row, RowData, RowKeys, Tick, Transaction } from './store.ts';

/** What one work sees of the transaction that it shares: usable until the work ends, undone on its own. */
export class WorkTransaction implements Transaction {
  readonly #shared: SharedTransaction;
  #ended = false;
  #changed = false;

  constructor(shared: SharedTransaction) {
    this.#shared = shared;
  }

  async get(collection: string, id: string): Promise<Row | undefined> {
    return this.#attempt(() => this.#shared.writer.reading.get(collection, id));
  }

  async list(collection: string, page: { before?: string | undefined; limit: number }): Promise<Row[]> {
    return this.#attempt(() => this.#shared.writer.reading.list(collection, page.before, page.limit));
  }

  async find(collection: string, index: string, value: string): Promise<string[]> {
    return this.#attempt(() => this.#shared.writer.reading.find(collection, index, value));
  }

  async put(collection: string, id: string, data: RowData, keys: RowKeys = {}): Promise<void> {
    this.#change(() => this.#shared.writer.writing.put(collection, id, data, keys));
  }

  async delete(collection: string, id: string): Promise<boolean> {
    return this.#change(() => this.#shared.writer.writing.delete(collection, id));
  }

  async tick(now: number): Promise<Tick> {
    if (!Number.isSafeInteger(now)) throw new RangeError(`the time ${now} is not in whole milliseconds`);
    return this.#attempt(() => this.#shared.tick(now));
  }

  keep(): void {
    this.#end('RELEASE work');
  }

  undo(): void {
    this.#end('ROLLBACK TO work; RELEASE work');
  }

  /** Opens the savepoint at the first change only: reading and refusing works do not pay for it. */
  #change<T>(action: () => T): T {
    return this.#attempt(() => {
      if (!this.#changed) this.#shared.writer.connection.exec('SAVEPOINT work');
      this.#changed = true;
      return action();
    });
  }

  #attempt<T>(action: () => T): T {
    if (this.#ended) throw new Error('this transaction has ended; await everything inside the work');
    return this.#shared.attempt(action);
  }

  #end(sql: string): void {
    this.#ended = true;
    // After a failure of the medium the whole transaction goes, and this with it.
    if (!this.#changed || this.#shared.failure) return;
    this.#shared.attempt(() => this.#shared.writer.connection.exec(sql));
    this.#changed = false;
  }
}
