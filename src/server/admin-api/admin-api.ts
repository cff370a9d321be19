import { readPrincipal } from '../../account/records/account.ts';
import { methodNotAllowed, RequestError } from '../../account/records/request-error.ts';
import type { HttpRequest, HttpResponse } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';
import type { AppOptions } from '../app/app.ts';
import { authenticate } from '../app/authentication.ts';
import { traceOf } from '../telemetry/trace.ts';
import { addFaults, clearFaults, listFaults } from './faults.ts';
import { listEvents } from './list-events.ts';
import { listRequests } from './list-requests.ts';

// What the sandbox offers beside the API, to admins of its account. It is no part of the contract: a hosted service
// has none of it.

export interface SandboxCall {
  readonly options: AppOptions;
  readonly request: HttpRequest;
  /** As it was sent, without the question mark. */
  readonly query: string;
  readonly baseUrl: string;
}

/** Answers with what becomes the JSON body. */
export type SandboxHandler = (call: SandboxCall) => Promise<object>;

const prefix = '/sandbox/v1/';

const routes: Readonly<Record<string, Readonly<Record<string, SandboxHandler>>>> = {
  '/sandbox/v1/events': { GET: listEvents },
  '/sandbox/v1/requests': { GET: listRequests },
  '/sandbox/v1/faults': { GET: listFaults, POST: addFaults, DELETE: clearFaults },
};

export function isSandboxPath(path: string): boolean {
  return path.startsWith(prefix);
}

/** @throws RequestError 401 without an API key, 403 with one whose owner is no admin, 404, 405 */
export async function sandboxAnswer(
  options: AppOptions,
  request: HttpRequest,
  place: { path: string; query: string; baseUrl: string; operationId: string },
): Promise<HttpResponse> {
  const { path, query, baseUrl, operationId } = place;
  const handlers = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (!handlers) throw new RequestError('ERR_UNKNOWN_PATH');
  const trace = traceOf(request);
  if (trace) trace.page = path;
  await checkAdmin(options, request);
  const handler = Object.hasOwn(handlers, request.method) ? handlers[request.method] : undefined;
  if (!handler) throw methodNotAllowed(Object.keys(handlers));
  return {
    status: 200,
    headers: {
      [protocol.operationIdHeader]: operationId,
      'content-type': protocol.jsonType,
      'cache-control': 'no-store',
    },
    body: JSON.stringify(await handler({ options, request, query, baseUrl })),
  };
}

async function checkAdmin(options: AppOptions, request: HttpRequest): Promise<void> {
  if (options.trustedCallerId !== undefined) return;
  const caller = await authenticate(options.store, request);
  const trace = traceOf(request);
  if (trace) trace.caller = caller;
  const principal = await readPrincipal(options.store, caller.principalId);
  if (!principal?.isAdmin) throw new RequestError('ERR_ADMIN_REQUIRED');
}
