import { exposeMetric, Histogram, type Sample } from './exposition.ts';
import type { ObservedRequest, Observer } from './observe.ts';

/** In seconds: a look-up takes a tenth of a millisecond, a certificate tens of them. */
const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** The store lets up to 256 share a commit. */
const worksBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256];

interface Operation {
  readonly statuses: Map<number, number>;
  readonly durations: Histogram;
}

/** What is counted outside of requests, asked for when somebody looks. */
interface Gauges {
  /** Size of the data file and its write-ahead log. */
  storeBytes(): number;
  /** How many events were recorded since the file was made. */
  events(): Promise<number>;
  /** How many entries of the request log could not be written. */
  lostLogEntries(): number;
}

/** Counts requests and commits. */
export class Metrics implements Observer {
  readonly #operations = new Map<string, Operation>();
  readonly #worksPerCommit = new Histogram(worksBounds);
  readonly #gauges: Gauges;
  readonly #startedAt = Date.now();
  #inFlight = 0;

  constructor(gauges: Gauges) {
    this.#gauges = gauges;
  }

  begin(): void {
    this.#inFlight += 1;
  }

  finish({ operation = 'none', status, durationMs }: ObservedRequest): void {
    this.#inFlight -= 1;
    let counted = this.#operations.get(operation);
    if (!counted) {
      counted = { statuses: new Map(), durations: new Histogram(durationBounds) };
      this.#operations.set(operation, counted);
    }
    counted.statuses.set(status, (counted.statuses.get(status) ?? 0) + 1);
    counted.durations.add(durationMs / 1000);
  }

  /** @param works how many shared the commit */
  commit(works: number): void {
    this.#worksPerCommit.add(works);
  }

  /** Everything in Prometheus' text format. */
  async expose(): Promise<string> {
    const operations = [...this.#operations];
    const requests = operations.flatMap(([operation, { statuses }]) =>
      [...statuses].map(([status, value]) => ({ labels: { operation, status: String(status) }, value })),
    );
    const durations = operations.flatMap(([operation, counted]) => [
      ...counted.durations.samples({ operation }),
    ]);
    const one = (value: number): Sample[] => [{ value }];
    const metrics: Parameters<typeof exposeMetric>[] = [
      ['tunnelctl_requests_total', 'counter', 'Requests answered, by operation and status.', requests],
      [
        'tunnelctl_request_duration_seconds',
        'histogram',
        "Time from the request's headers to its answer, by operation.",
        durations,
      ],
      ['tunnelctl_requests_in_flight', 'gauge', 'Requests under way.', one(this.#inFlight)],
      [
        'tunnelctl_commit_writes',
        'histogram',
        'Writes that shared one commit to disk; the count is that of commits.',
        this.#worksPerCommit.samples(),
      ],
      [
        'tunnelctl_events_total',
        'counter',
        'Events recorded since the data file was made.',
        one(await this.#gauges.events()),
      ],
      [
        'tunnelctl_store_bytes',
        'gauge',
        'Size of the data file and its write-ahead log.',
        one(this.#gauges.storeBytes()),
      ],
      [
        'tunnelctl_log_entries_lost_total',
        'counter',
        'Entries of the request log that could not be written.',
        one(this.#gauges.lostLogEntries()),
      ],
      [
        'process_start_time_seconds',
        'gauge',
        'Start of the process, in seconds since 1970.',
        one(this.#startedAt / 1000),
      ],
      ['process_resident_memory_bytes', 'gauge', 'Memory of the process.', one(process.memoryUsage.rss())],
    ];
    return metrics.map((metric) => exposeMetric(...metric)).join('');
  }
}
