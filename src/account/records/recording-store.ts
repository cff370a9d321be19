import type { Change } from '../../contract/events/event-types.ts';
import type {
  LogEntry,
  LogPage,
  Row,
  RowData,
  RowKeys,
  Store,
  Tick,
  Transaction,
} from '../../store/store.ts';

/** A transaction that tells of the changes made in it. */
export interface RecordingTransaction extends Transaction {
  /**
   * Records that an object was changed, together with the change. Absent where nobody is told: what a seed or an
   * import brings was there before.
   * @param kind its word in event types, if it has one
   * @param object the record as the API shows it, its URIs as paths; without secrets
   */
  readonly recordEvent?: RecordEvent;
}

export type RecordEvent = (kind: string | undefined, change: Change, object: object) => Promise<void>;

/** How a transaction tells of changes. */
export type RecorderOf = (transaction: Transaction) => RecordEvent;

/** A store whose transactions tell of the changes made in them. */
export class RecordingStore implements Store {
  readonly #store: Store;
  readonly #recorderOf: RecorderOf;

  constructor(store: Store, recorderOf: RecorderOf) {
    this.#store = store;
    this.#recorderOf = recorderOf;
  }

  get(collection: string, id: string): Promise<Row | undefined> {
    return this.#store.get(collection, id);
  }

  list(collection: string, page: { before?: string | undefined; limit: number }): Promise<Row[]> {
    return this.#store.list(collection, page);
  }

  find(collection: string, index: string, value: string): Promise<string[]> {
    return this.#store.find(collection, index, value);
  }

  write<T>(work: (transaction: RecordingTransaction) => Promise<T>): Promise<T> {
    return this.#store.write((transaction) => work(new RecordedTransaction(transaction, this.#recorderOf)));
  }

  readLog(page: LogPage): Promise<LogEntry[]> {
    return this.#store.readLog(page);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

class RecordedTransaction implements RecordingTransaction {
  readonly recordEvent: RecordEvent;
  readonly #transaction: Transaction;

  constructor(transaction: Transaction, recorderOf: RecorderOf) {
    this.#transaction = transaction;
    this.recordEvent = recorderOf(transaction);
  }

  get(collection: string, id: string): Promise<Row | undefined> {
    return this.#transaction.get(collection, id);
  }

  list(collection: string, page: { before?: string | undefined; limit: number }): Promise<Row[]> {
    return this.#transaction.list(collection, page);
  }

  find(collection: string, index: string, value: string): Promise<string[]> {
    return this.#transaction.find(collection, index, value);
  }

  put(collection: string, id: string, data: RowData, keys?: RowKeys): Promise<void> {
    return this.#transaction.put(collection, id, data, keys);
  }

  delete(collection: string, id: string): Promise<boolean> {
    return this.#transaction.delete(collection, id);
  }

  log(entry: RowData): Promise<void> {
    return this.#transaction.log(entry);
  }

  tick(now: number): Promise<Tick> {
    return this.#transaction.tick(now);
  }
}
