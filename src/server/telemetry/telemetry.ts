import { statSync } from 'node:fs';
import type { Store } from '../../store/store.ts';
import type { Middleware } from '../app/app.ts';
import { ChangeSignal } from './change-signal.ts';
import { Metrics } from './metrics.ts';
import { type Observer, observe } from './observe.ts';
import { RecentRequests } from './recent-requests.ts';

/** What a served sandbox knows of what goes on in it. */
export class Telemetry {
  /** Woken by each request and each commit. */
  readonly changes = new ChangeSignal();
  readonly requests = new RecentRequests(this.changes);
  readonly metrics: Metrics;
  /** Stands around everything that answers. */
  readonly middleware: Middleware;
  readonly #file: string;
  #store: Store | undefined;

  /** @param observers who else hears of each request */
  constructor(file: string, observers: readonly Observer[]) {
    this.#file = file;
    this.metrics = new Metrics({
      storeBytes: () => this.#storeBytes(),
      events: () => this.#events(),
      lostLogEntries: () => observers.reduce((sum, { lost }) => sum + (lost?.() ?? 0), 0),
    });
    this.middleware = observe([this.metrics, this.requests, ...observers], Date.now);
  }

  /** Looks at a store, once it is open. */
  watch(store: Store): void {
    this.#store = store;
  }

  /** Hears how many writes shared a commit. */
  readonly onCommit = (works: number): void => {
    this.metrics.commit(works);
    this.changes.wake();
  };

  #storeBytes(): number {
    return ['', '-wal']
      .map((end) => statSync(this.#file + end, { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size);
  }

  async #events(): Promise<number> {
    const [last] = (await this.#store?.readLog({ limit: 1 })) ?? [];
    return last?.position ?? 0;
  }
}
