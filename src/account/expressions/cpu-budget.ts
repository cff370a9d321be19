import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long what users wrote may keep the event loop to itself, all of them together, in milliseconds. */
const longestTurnMs = 20;

let spentMs = 0;
let isCounting = false;

/**
 * Runs a piece of work that takes as long as a user's pattern, expression or document makes it take. Pieces that come
 * together are spread over turns of the event loop, so that other requests wait for one of them at most.
 */
async function inTurn(work: () => void): Promise<number> {
  while (spentMs > longestTurnMs) await nextTurn();
  if (!isCounting) {
    isCounting = true;
    setImmediate(() => {
      spentMs = 0;
      isCounting = false;
    });
  }
  const start = performance.now();
  try {
    work();
  } finally {
    spentMs += performance.now() - start;
  }
  return performance.now() - start;
}

/** The work of one request on what users wrote, in pieces, with an end. */
export class CpuBudget {
  readonly #tooLong: () => Error;
  #leftMs: number;

  /**
   * @param limitMs how long all pieces together may take, in milliseconds, not counting the turns of others
   * @param tooLong what is thrown beyond that
   */
  constructor(limitMs: number, tooLong: () => Error) {
    this.#leftMs = limitMs;
    this.#tooLong = tooLong;
  }

  /** Runs one piece when it is its turn. */
  async run<T>(work: () => T): Promise<T> {
    if (this.#leftMs < 0) throw this.#tooLong();
    let result: T | undefined;
    this.#leftMs -= await inTurn(() => {
      result = work();
    });
    return result as T;
  }
}
