import { CodedError } from '../contract/errors/coded-error.ts';

/** A row's content: one JSON object. The store does not look inside. */
export type RowData = Readonly<Record<string, unknown>>;

/** What is written of a row: the object, or its JSON text where whoever writes has it already. */
export type RowContent = RowData | string;

export interface Row {
  readonly id: string;
  /** The JSON text that was written. */
  readonly text: string;
  /** What the text says, frozen. It is parsed when it is first asked for. */
  readonly data: RowData;
}

/**
 * Look-up keys of a row, by index name: `{ url: ['https://app.example.com'] }`. Several rows may carry the
 * same value; whoever wants a value to be unique asks `find` first, in the same transaction.
 */
export type RowKeys = Readonly<Record<string, readonly string[]>>;

/** What a reader can ask. Each call sees everything that was committed before it was made. */
export interface Reader {
  get(collection: string, id: string): Promise<Row | undefined>;
  /**
   * Rows by descending id, that is newest first; `before` is exclusive and need not exist. A page that is asked for again
   * may be the same array, as long as nothing in its collection was changed.
   */
  list(collection: string, page: { before?: string | undefined; limit: number }): Promise<readonly Row[]>;
  /** Ids of the rows that carry `value` in `index`, newest first. */
  find(collection: string, index: string, value: string): Promise<string[]>;
}

/** An entry of the log, of which the last 10,000 are kept. Positions count up over all processes. */
export interface LogEntry {
  readonly position: number;
  readonly data: RowData;
}

export type LogPage =
  | { readonly after: number; readonly limit: number }
  | { readonly before?: number | undefined; readonly limit: number };

/** A point of the store's clock: milliseconds since 1970, and a counter within the millisecond. */
export interface Tick {
  readonly milliseconds: number;
  readonly counter: number;
}

/** One unit of work: all of it is kept or none. It sees its own changes. */
export interface Transaction extends Reader {
  /** Inserts or replaces a row together with all its keys. */
  put(collection: string, id: string, content: RowContent, keys?: RowKeys): Promise<void>;
  /**
   * Inserts a row whose id was just made, so that there can be none yet: in half the time of `put`. Where there is one
   * all the same, the works of this commit fail.
   */
  insert(collection: string, id: string, content: RowContent, keys?: RowKeys): Promise<void>;
  /** Answers whether there was such a row. */
  delete(collection: string, id: string): Promise<boolean>;
  /** Adds an entry to the end of the log. It costs a fraction of a row, and is seen once it is committed. */
  log(entry: RowContent): Promise<void>;
  /**
   * The next point in time: never before `now`, always after every earlier tick of the same file, whichever
   * process made it and wherever the wall clock went since.
   */
  tick(now: number): Promise<Tick>;
}

/**
 * Where state lives. Asynchronous throughout, so that a networked database can stand behind it.
 * @throws StoreUnavailableError from any call when the medium fails; nothing of that work is kept.
 * @throws StoreFileError from every call once the file turned out to be damaged or gone; nothing more is stored.
 */
export interface Store extends Reader {
  /**
   * Runs `work` and resolves once its changes are on disk. Works run one after the other; those that wait
   * together share one commit. A work that throws leaves no trace and does not disturb the others. Keep slow
   * things (key generation, network) outside.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Entries of the log, in which works leave what is to be told of them: with `after`, which is exclusive, the next
   * ones in their order; else the last ones, newest first, before `before`.
   */
  readLog(page: LogPage): Promise<LogEntry[]>;
  /** Finishes what is under way, then closes the file. */
  close(): Promise<void>;
}

/** The rows of one moment, whatever is written meanwhile. */
export interface Snapshot extends Reader {
  /** All rows of a collection by ascending id, that is oldest first, read as they are taken. */
  rows(collection: string): AsyncIterable<Row>;
}

/** What a file holds, in numbers. */
export interface StoreDescription {
  readonly schemaVersion: number;
  /** Size on disk, the write-ahead log included. */
  readonly bytes: number;
  /** How many rows each collection has; those without any are absent. */
  readonly rows: Readonly<Record<string, number>>;
}

/** A store on a file of its own, for whoever keeps the file. */
export interface FileStore extends Store {
  /** Why nothing can be read or stored any more, looked at anew; undefined while all is well. */
  failure(): StoreFileError | undefined;
  /** Reads what is there at one moment, without holding writers up. */
  snapshot<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  describe(): Promise<StoreDescription>;
  /**
   * Copies the file as it is at one moment into another one, which is empty or not there, while others read and write.
   * The copy is one file, without a write-ahead log. It keeps this process busy until it is done.
   */
  copyTo(file: string): Promise<void>;
  /**
   * Takes all rows out and runs `work` on what is then empty: all of it in one transaction, so that others who have
   * the file open see the old rows or the new ones. The clock goes on.
   */
  startOver<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
}

/** The medium failed: disk full, an I/O error, a lock held too long. A later try may succeed. */
export class StoreUnavailableError extends CodedError {
  constructor(message: string, options?: ErrorOptions) {
    super('DATA_FILE_UNAVAILABLE', message, {}, options);
  }
}

/**
 * The file cannot be used: damaged, gone, not ours, or written by a newer version. The message names its path and what
 * to do.
 */
export class StoreFileError extends CodedError {
  constructor(message: string, options?: ErrorOptions) {
    super('DATA_FILE_UNUSABLE', message, {}, options);
  }
}
