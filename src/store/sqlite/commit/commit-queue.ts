import { setImmediate as turn } from 'node:timers/promises';

/** Bounds of one shared commit, so that the works that ran first do not wait long for those that came later. */
const mostWorks = 256;
const longestMs = 10;

/** One transaction of the medium, which several works share. */
export interface Batch<Transaction> {
  /** Runs one work; when it throws, its changes and only these are undone. */
  run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Set once the medium has failed, which no work of the batch survives. */
  readonly failure: Error | undefined;
  /** Puts the changes of all works on disk, or throws and leaves nothing of them. */
  commit(): void;
}

interface QueuedWork<Transaction> {
  readonly work: (transaction: Transaction) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets the works that wait together share one commit. An fsync costs many times what a work does, so requests
 * of one turn of the event loop are fast together where each alone would be slow.
 */
export class CommitQueue<Transaction> {
  readonly #begin: () => Promise<Batch<Transaction>>;
  readonly #onCommit: (works: number) => void;
  #waiting: QueuedWork<Transaction>[] = [];
  #active = false;
  #whenIdle: (() => void)[] = [];

  /**
   * @param begin opens the next batch, or throws the error that everyone who waits gets
   * @param onCommit hears how many works each commit carried
   */
  constructor(begin: () => Promise<Batch<Transaction>>, onCommit: (works: number) => void) {
    this.#begin = begin;
    this.#onCommit = onCommit;
  }

  add<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
      if (!this.#active) this.#schedule();
    });
  }

  /** Resolves once nothing waits or runs. */
  async idle(): Promise<void> {
    if (this.#active) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  #schedule(): void {
    this.#active = true;
    // After the I/O callbacks of this turn: each of them may add a work to the batch.
    setImmediate(() => void this.#flush());
  }

  async #flush(): Promise<void> {
    try {
      const batch = await this.#begin();
      await this.#share(batch);
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    }
    if (this.#waiting.length > 0) return this.#schedule();
    this.#active = false;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  /** The next work, also one that comes within a turn of the event loop: a commit takes ten times as long. */
  async #next(): Promise<QueuedWork<Transaction> | undefined> {
    if (this.#waiting.length === 0) await turn();
    return this.#waiting.shift();
  }

  async #share(batch: Batch<Transaction>): Promise<void> {
    // Nobody hears of his outcome before the commit: even an error may rest on what another work changed.
    const settled: (() => void)[] = [];
    const fail: ((error: unknown) => void)[] = [];
    const deadline = performance.now() + longestMs;
    const hasRoom = () =>
      batch.failure === undefined && fail.length < mostWorks && performance.now() < deadline;
    while (hasRoom()) {
      const next = await this.#next();
      if (next === undefined) break;
      fail.push(next.reject);
      settled.push(
        await batch.run(next.work).then(
          (result) => () => next.resolve(result),
          (error) => () => next.reject(error),
        ),
      );
    }
    try {
      batch.commit();
    } catch (error) {
      for (const reject of fail) reject(error);
      return;
    }
    for (const settle of settled) settle();
    this.#onCommit(settled.length);
  }
}
