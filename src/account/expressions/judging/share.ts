import { beginTurn, isTurnOver } from '../../records/turns.ts';

/**
 * What one request has of the time for texts that users wrote: patterns, expressions, documents. Its work comes in
 * pieces. Of all pieces that wait, the one goes first whose request has used least, or is expected to use least, so that
 * a short text does not wait for long ones; and between two turns everything else that waits on the event loop runs.
 */
export class Share {
  #usedMs: number;
  readonly #limitMs: number;
  readonly #expectedMs: number;

  /**
   * @param limitMs how long all pieces together may take, not counting the turns of others
   * @param usedMs what the request has used before
   * @param expectedMs how long all of it may well take
   */
  constructor(limitMs: number, { usedMs = 0, expectedMs = 0 } = {}) {
    this.#limitMs = limitMs;
    this.#usedMs = usedMs;
    this.#expectedMs = expectedMs;
  }

  /** The least goes first. */
  get rank(): number {
    return Math.max(this.#usedMs, this.#expectedMs);
  }

  get usedMs(): number {
    return this.#usedMs;
  }

  /** Runs a piece when it is its turn. @throws TimeIsUp when the request has used more than it may */
  run<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => {
        const start = performance.now();
        try {
          if (this.#usedMs > this.#limitMs) throw new TimeIsUp();
          resolve(work());
        } catch (error) {
          reject(error);
        }
        this.#usedMs += performance.now() - start;
      };
      if (waiting.length === 0 && !isTurnOver()) run();
      else waiting.push({ share: this, run });
      planTurn();
    });
  }
}

/** A request has used the time that it may. */
export class TimeIsUp extends Error {
  override readonly name = 'TimeIsUp';
}

interface Piece {
  readonly share: Share;
  readonly run: () => void;
}

const waiting: Piece[] = [];
let isPlanned = false;

function planTurn(): void {
  if (isPlanned) return;
  isPlanned = true;
  setImmediate(takeTurn);
}

function takeTurn(): void {
  isPlanned = false;
  beginTurn();
  next()?.run();
  // One piece a turn: whoever's it was may have another one, which may be the next.
  if (waiting.length > 0) planTurn();
}

/** The piece of the request with the least rank; of several, the one that came first. */
function next(): Piece | undefined {
  let best = 0;
  for (const [i, { share }] of waiting.entries()) {
    if (share.rank < (waiting[best] as Piece).share.rank) best = i;
  }
  return waiting.splice(best, 1)[0];
}
