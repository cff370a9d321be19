import type { HttpRequest, HttpResponse, Transport } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';
import type { CatalogueEntry } from '../../contract/index.ts';
import { splitTarget } from '../app/request-target.ts';
import { findRoute } from '../app/router.ts';
import { beginTrace, type Trace } from './trace.ts';

/** A request that was answered; nothing of its headers, its query or its body. */
export interface ObservedRequest {
  /** When it came, in milliseconds since 1970. */
  readonly time: number;
  readonly operationId: string | undefined;
  /** The operation's name in the catalogue, `endpoints.create`; the path of a page beside the API; or nothing. */
  readonly operation: string | undefined;
  readonly method: string;
  /** As it was sent, up to the query. It may hold anything: see `redactPath`. */
  readonly path: string;
  /** The path of the operation: `/endpoints/{id}`. */
  readonly route: string | undefined;
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly durationMs: number;
  /** How the answer was kept from arriving, on purpose. */
  readonly disturbance: HttpResponse['disturbance'];
  readonly callerId: string | undefined;
  readonly apiKeyId: string | undefined;
  /** Whether the sandbox's own page asked: a browser says so. */
  readonly isFromPage: boolean;
  /** What is behind an answer of 500 or 503: for the log alone. */
  readonly fault: unknown;
}

export interface Observer {
  begin?(): void;
  finish(request: ObservedRequest): void;
}

/** Shows each request to the observers once it is answered. Stands around everything else that answers. */
export function observe(app: Transport, observers: readonly Observer[], now: () => number): Transport {
  return async (request) => {
    const trace = beginTrace(request);
    const time = now();
    const startedAt = performance.now();
    for (const observer of observers) observer.begin?.();
    const response = await app(request);
    const observed = describe(request, response, trace, { time, durationMs: performance.now() - startedAt });
    for (const observer of observers) observer.finish(observed);
    return response;
  };
}

function describe(
  { method, target, headers }: HttpRequest,
  response: HttpResponse,
  { entry, page, caller, fault }: Trace,
  times: { time: number; durationMs: number },
): ObservedRequest {
  const path = splitTarget(target)[0];
  const operation = entry ?? (page === undefined ? operationAt(method, path) : undefined);
  return {
    time: times.time,
    operationId: response.headers[protocol.operationIdHeader],
    operation: operation?.name ?? page,
    method,
    path,
    route: operation?.operation.path ?? page,
    status: response.status,
    errorCode: response.status < 400 ? undefined : errorCodeOf(response),
    durationMs: times.durationMs,
    disturbance: response.disturbance,
    callerId: caller?.principalId,
    apiKeyId: caller?.keyId,
    isFromPage: headers['sec-fetch-site'] === 'same-origin',
    fault,
  };
}

/** What was meant by a request that something in front of the app answered. */
function operationAt(method: string, path: string): CatalogueEntry | undefined {
  try {
    return findRoute(method, path).entry;
  } catch {
    return undefined;
  }
}

function errorCodeOf({ body }: HttpResponse): string | undefined {
  return /^\{"error_code":"(\w+)"/.exec(body)?.[1];
}
