import { ChangeSignal } from '../telemetry/change-signal.ts';
import { type Fault, isMatch, parseFault } from './fault.ts';

/** A fault of a running service, as the admin API answers it. */
interface FaultRecord {
  readonly id: string;
  /** As it was given. */
  readonly fault: string;
  /** Requests that it matched. */
  readonly matched: number;
  /** Requests that it was injected into. */
  readonly disturbed: number;
}

/** A request on its way to an operation. */
interface RequestFacts {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** The path as the API writes it: `/endpoints/{id}`. */
  readonly route: string;
}

/** A fault that is injected into one request. */
interface InjectedFault {
  readonly fault: Fault;
  readonly latencyMs: number;
}

interface LiveFault {
  readonly id: string;
  readonly text: string;
  readonly fault: Fault;
  readonly random: Random;
  matched: number;
  injected: number;
}

/** The faults of a running service. With the same seed, the same requests in the same order get the same. */
export class Faults {
  readonly seed: number;
  #live: LiveFault[] = [];
  #added = 0;
  /** Lets everybody who waits go at the end. */
  readonly #end = new ChangeSignal();

  constructor(seed: number) {
    this.seed = seed;
  }

  get isEmpty(): boolean {
    return this.#live.length === 0;
  }

  /** Adds all or none. Throws a FaultError. */
  add(texts: readonly string[]): FaultRecord[] {
    const added = texts
      .map((text) => ({ text, fault: parseFault(text) }))
      .map(({ text, fault }): LiveFault => {
        this.#added += 1;
        const random = seededRandom(this.seed + this.#added * 0x9e3779b9);
        return { id: `fault_${this.#added}`, text, fault, random, matched: 0, injected: 0 };
      });
    this.#live.push(...added);
    return added.map(toRecord);
  }

  list(): FaultRecord[] {
    return this.#live.map(toRecord);
  }

  /** Ends a fault, and answers with what became of it; undefined where there is none with this id. */
  remove(id: string): FaultRecord | undefined {
    const found = this.#live.find((one) => one.id === id);
    this.#live = this.#live.filter((one) => one !== found);
    return found && toRecord(found);
  }

  /** The faults to inject into a request. */
  match(request: RequestFacts): InjectedFault[] {
    const faults: InjectedFault[] = [];
    for (const live of this.#live) {
      if (!matches(live.fault, request)) continue;
      const { rate, count = Number.POSITIVE_INFINITY, latency: [least, most] = [0, 0] } = live.fault;
      live.matched += 1;
      // Both are drawn for every request, so that the one does not shift the other.
      const [chance, wait] = [live.random(), live.random()];
      if (chance >= rate || live.injected >= count) continue;
      live.injected += 1;
      faults.push({ fault: live.fault, latencyMs: least + wait * (most - least) });
    }
    return faults;
  }

  /** Waits; not beyond the end of the service. */
  async wait(ms: number): Promise<void> {
    if (ms > 0) await this.#end.wait(ms);
  }

  /** Injects nothing any more. */
  close(): void {
    this.#live = [];
    this.#end.close();
  }
}

function matches({ operation, method, path }: Fault, request: RequestFacts): boolean {
  return (
    (operation === undefined || isMatch(operation, request.operation)) &&
    (method === undefined || method === request.method) &&
    (path === undefined || path === request.route || isMatch(path, request.path))
  );
}

function toRecord({ id, text, matched, injected }: LiveFault): FaultRecord {
  return { id, fault: text, matched, disturbed: injected };
}

/** The next number, from 0 up to 1. */
type Random = () => number;

/** Numbers that a seed repeats (mulberry32, by Tommy Ettinger): good enough to choose by, not to keep secrets with. */
function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
