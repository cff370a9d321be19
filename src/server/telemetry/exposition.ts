/** A metric in Prometheus' text format, as `Content-Type` says it. */
export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Readonly<Record<string, string>>;

/** One sample line: the part of the name behind the metric's own (`_bucket`), labels, value. */
export interface Sample {
  readonly suffix?: string;
  readonly labels?: Labels;
  readonly value: number;
}

/**
 * One metric with its samples.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function exposeMetric(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: Iterable<Sample>,
): string {
  let text = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
  for (const { suffix = '', labels = {}, value } of samples) {
    text += `${name}${suffix}${exposeLabels(labels)} ${value}\n`;
  }
  return text;
}

function exposeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}

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
