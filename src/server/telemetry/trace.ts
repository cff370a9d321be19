import type { Caller } from '../../account/records/operation-context.ts';
import type { HttpRequest } from '../../contract/http/message.ts';
import type { CatalogueEntry } from '../../contract/index.ts';

/** What the app learns of a request on its way, for whoever observes it. */
export interface Trace {
  entry?: CatalogueEntry;
  /** A path beside the API that the sandbox serves: `/healthz`. */
  page?: string;
  caller?: Caller;
  /** What is behind an answer of 500 or 503. */
  fault?: unknown;
}

type Traced = HttpRequest & { trace?: Trace };

/** Begins the trace of a request. */
export function beginTrace(request: HttpRequest): Trace {
  const trace: Trace = {};
  (request as Traced).trace = trace;
  return trace;
}

/** The trace of a request, if somebody observes it. */
export function traceOf(request: HttpRequest): Trace | undefined {
  return (request as Traced).trace;
}
