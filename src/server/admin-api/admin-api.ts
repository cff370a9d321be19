import { readPrincipal } from '../../account/records/account.ts';
import { methodNotAllowed, RequestError } from '../../account/records/request-error.ts';
import type { HttpResponse } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';
import type { Middleware } from '../app/app.ts';
import { authenticate } from '../app/authentication.ts';
import { answeringErrors, refuse } from '../app/error-response.ts';
import type { RequestContext } from '../app/request-context.ts';
import { adminErrors } from './admin-errors.ts';
import type { AdminApiOptions, AdminHandler } from './admin-handler.ts';
import { addFaults, clearFaults, listFaults } from './faults.ts';
import { listEvents } from './list-events.ts';
import { listRequests } from './list-requests.ts';

const prefix = '/sandbox/v1/';

const routes: Readonly<Record<string, Readonly<Record<string, AdminHandler>>>> = {
  '/sandbox/v1/events': { GET: listEvents },
  '/sandbox/v1/requests': { GET: listRequests },
  '/sandbox/v1/faults': { GET: listFaults, POST: addFaults, DELETE: clearFaults },
};

/**
 * Answers what the sandbox offers beside the API, to admins of its account. It is no part of the contract: a hosted
 * service has none of it.
 */
export function adminApi(options: AdminApiOptions): Middleware {
  const handler = answeringErrors((context) => answer(context, options));
  return (context, next) => (context.path.startsWith(prefix) ? handler(context) : next(context));
}

/** @throws RequestError 401 without an API key, 404, 405 */
async function answer(context: RequestContext, options: AdminApiOptions): Promise<HttpResponse> {
  const { path, request, operationId } = context;
  const handlers = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (!handlers) throw new RequestError('ERR_UNKNOWN_PATH');
  context.page = path;
  if (!(await isAdmin(context, options))) {
    const { status, meaning } = adminErrors.ERR_ADMIN_REQUIRED;
    return refuse(context, { code: 'ERR_ADMIN_REQUIRED', status, message: meaning });
  }
  const handler = Object.hasOwn(handlers, request.method) ? handlers[request.method] : undefined;
  if (!handler) throw methodNotAllowed(Object.keys(handlers));
  return {
    status: 200,
    headers: {
      [protocol.operationIdHeader]: operationId,
      'content-type': protocol.jsonType,
      'cache-control': 'no-store',
    },
    body: JSON.stringify(await handler(context, options)),
  };
}

async function isAdmin(context: RequestContext, options: AdminApiOptions): Promise<boolean> {
  const { principalId } = await authenticate(context, options);
  if (principalId === options.trustedCallerId) return true;
  return (await readPrincipal(options.store, principalId))?.isAdmin === true;
}
