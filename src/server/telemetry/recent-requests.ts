import type { ChangeSignal } from './change-signal.ts';
import { type ObservedRequest, type Observer, redactPath } from './observe.ts';

/** A request as the admin API answers it afterwards. */
export interface RecentRequest {
  /** Counts up from 1; with each start of the service anew. */
  readonly position: number;
  /** RFC 3339, with milliseconds. */
  readonly time: string;
  readonly operation_id: string | null;
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly error_code: string | null;
  readonly duration_ms: number;
  /** `drop` or `stall`, where the answer was kept from arriving on purpose. */
  readonly disturbance: string | null;
  readonly caller_id: string | null;
  readonly api_key_id: string | null;
}

/** How many requests are remembered. */
export const keptRequests = 1_000;

/** Remembers the last requests to the API, and only those: looking at the sandbox leaves no trace in it. */
export class RecentRequests implements Observer {
  /** From when on requests are counted, RFC 3339: positions of another time say nothing. */
  readonly since = new Date().toISOString();
  readonly #requests: ObservedRequest[] = [];
  readonly #changes: ChangeSignal;
  #count = 0;

  constructor(changes: ChangeSignal) {
    this.#changes = changes;
  }

  /** The position of the last request. */
  get last(): number {
    return this.#count;
  }

  finish(request: ObservedRequest): void {
    if (request.isFromPage || request.operation?.startsWith('/')) return;
    this.#requests[this.#count % keptRequests] = request;
    this.#count += 1;
    this.#changes.wake();
  }

  /** The requests after a position, oldest first; older ones than are remembered are missing. */
  after(position: number, limit: number): RecentRequest[] {
    return this.#records(Math.max(position, this.#count - keptRequests), limit);
  }

  /** The last requests, oldest first. */
  newest(limit: number): RecentRequest[] {
    return this.#records(Math.max(0, this.#count - Math.min(limit, keptRequests)), limit);
  }

  #records(from: number, limit: number): RecentRequest[] {
    const records: RecentRequest[] = [];
    for (let next = from; next < Math.min(this.#count, from + limit); next++) {
      const request = this.#requests[next % keptRequests];
      if (request) records.push(toRecord(request, next + 1));
    }
    return records;
  }
}

function toRecord(request: ObservedRequest, position: number): RecentRequest {
  return {
    position,
    time: new Date(request.time).toISOString(),
    operation_id: request.operationId ?? null,
    operation: request.operation ?? null,
    method: request.method,
    path: redactPath(request.path),
    status: request.status,
    error_code: request.errorCode ?? null,
    duration_ms: Math.round(request.durationMs * 100) / 100,
    disturbance: request.injectedFault ?? null,
    caller_id: request.callerId ?? null,
    api_key_id: request.apiKeyId ?? null,
  };
}
