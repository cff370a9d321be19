import type { Labels, Sample } from './exposition.ts';

/** Counts values by upper bounds. */
export class Histogram {
  readonly #bounds: readonly number[];
  /** One more than bounds: what lies above all of them. */
  readonly #counts: number[];
  #sum = 0;

  /** @param bounds ascending, each part of its bucket */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  add(value: number): void {
    let bucket = 0;
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] ?? 0)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += value;
  }

  *samples(labels: Labels = {}): Generator<Sample> {
    let below = 0;
    for (const [i, count] of this.#counts.entries()) {
      below += count;
      const le = i < this.#bounds.length ? String(this.#bounds[i]) : '+Inf';
      yield { suffix: '_bucket', labels: { ...labels, le }, value: below };
    }
    yield { suffix: '_sum', labels, value: this.#sum };
    yield { suffix: '_count', labels, value: below };
  }
}
