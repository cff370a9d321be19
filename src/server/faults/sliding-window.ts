/** A slice more than the window has, so that no stretch of its length ever holds more than the limit. */
const slices = 61;

/** Counts what happens within a stretch of time that ends now, in slices: the memory of it does not grow. */
export class SlidingWindow {
  readonly #limit: number;
  readonly #sliceMs: number;
  readonly #counts = new Float64Array(slices);
  #newest = 0;
  #sum = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#sliceMs = Math.ceil(windowMs / (slices - 1));
  }

  /** Counts one more, unless that is above the limit. */
  take(now: number): boolean {
    const slice = this.#moveTo(now);
    if (this.#sum >= this.#limit) return false;
    this.#counts[slice % slices] = (this.#counts[slice % slices] ?? 0) + 1;
    this.#sum += 1;
    return true;
  }

  /** How many more are allowed, how long until there is one more, and until all are forgotten, in milliseconds. */
  state(now: number): { remaining: number; waitMs: number; resetMs: number } {
    const slice = this.#moveTo(now);
    const filled = Array.from({ length: slices }, (_, age) => slice - slices + 1 + age).filter(
      (one) => one >= 0 && (this.#counts[one % slices] ?? 0) > 0,
    );
    const leaves = (one: number | undefined) =>
      one === undefined ? 0 : (one + slices) * this.#sliceMs - now;
    const remaining = this.#limit - this.#sum;
    return { remaining, waitMs: remaining > 0 ? 0 : leaves(filled[0]), resetMs: leaves(filled.at(-1)) };
  }

  #moveTo(now: number): number {
    const slice = Math.floor(now / this.#sliceMs);
    const passed = Math.min(slice - this.#newest, slices);
    for (let step = 1; step <= passed; step++) {
      const place = (slice - passed + step) % slices;
      this.#sum -= this.#counts[place] ?? 0;
      this.#counts[place] = 0;
    }
    this.#newest = Math.max(slice, this.#newest);
    return this.#newest;
  }
}
