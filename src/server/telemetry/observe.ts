import { protocol } from '../../contract/http/protocol.ts';
import { maskTokens } from '../../contract/rules/api-token.ts';
import type { AppResponse, Middleware } from '../app/app.ts';
import type { RequestContext } from '../app/request-context.ts';

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
  readonly injectedFault: AppResponse['injectedFault'];
  readonly callerId: string | undefined;
  readonly apiKeyId: string | undefined;
  /** Whether the sandbox's own page asked: a browser says so. */
  readonly isFromPage: boolean;
  /** What is behind an answer of 500 or 503: for the log alone. */
  readonly failure: unknown;
}

export interface Observer {
  begin?(): void;
  finish(request: ObservedRequest): void;
  /** How many requests it could not tell of, where that can happen. */
  lost?(): number;
}

/** Tells the observers of each request once it is answered. Stands around everything else that answers. */
export function observe(observers: readonly Observer[], now: () => number): Middleware {
  return async (context, next) => {
    const time = now();
    const startedAt = performance.now();
    for (const observer of observers) observer.begin?.();
    const response = await next(context);
    const observed = describe(context, response, time, performance.now() - startedAt);
    for (const observer of observers) observer.finish(observed);
    return response;
  };
}

function describe(
  context: RequestContext,
  response: AppResponse,
  time: number,
  durationMs: number,
): ObservedRequest {
  const { request, path, page, caller, errorCode, failure } = context;
  // What something in front of the API answered was meant for an operation all the same.
  const entry = page === undefined ? context.route?.entry : undefined;
  return {
    time,
    // Pages and gateways have none.
    operationId: response.headers[protocol.operationIdHeader],
    operation: entry?.name ?? page,
    method: request.method,
    path,
    route: entry?.operation.path ?? page,
    status: response.status,
    errorCode,
    durationMs,
    injectedFault: response.injectedFault,
    callerId: caller?.principalId,
    apiKeyId: caller?.keyId,
    isFromPage: request.headers['sec-fetch-site'] === 'same-origin',
    failure,
  };
}

const LONGEST = 200;
/** A path for a log: nothing that a terminal obeys, no token, not endless. */
export function redactPath(path: string): string {
  const safe = maskTokens(path.slice(0, 10 * LONGEST)).replace(/[^\x21-\x7e]/gu, (character) =>
    encodeURIComponent(Buffer.from(character).toString()),
  );
  return safe.length <= LONGEST ? safe : `${safe.slice(0, LONGEST - 1)}…`;
}
