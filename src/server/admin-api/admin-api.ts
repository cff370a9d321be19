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
import { adminOperations } from './admin-operations.ts';
import { connectAgent, disconnectAgent, listAgents, offerUpdate } from './agents.ts';
import { addFaults, clearFaults, listFaults } from './faults.ts';
import { jsonInTurns } from './json-in-turns.ts';
import { listEvents } from './list-events.ts';
import { listRequests } from './list-requests.ts';
import { listUnlistedIds } from './list-unlisted.ts';
import { processReport } from './process-report.ts';
import { seed } from './seed.ts';
import { showAccount } from './show-account.ts';

const prefix = '/sandbox/v1/';

const handlers: Readonly<Record<keyof typeof adminOperations, AdminHandler>> = {
  listEvents,
  listRequests,
  listFaults,
  addFaults,
  clearFaults,
  listAgents,
  connectAgent,
  offerUpdate,
  disconnectAgent,
  processAbuseReport: processReport,
  showAccount,
  listUnlistedIds,
  seed,
};

/** By path, where `{id}` is any one segment, and then by method. */
const routes = new Map<string, Map<string, AdminHandler>>();
for (const [name, { path, method }] of Object.entries(adminOperations)) {
  const methods = routes.get(path) ?? new Map<string, AdminHandler>();
  routes.set(path, methods.set(method, handlers[name as keyof typeof adminOperations]));
}

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
  const { request, operationId } = context;
  const { path, id, methods } = findRoute(context.path);
  context.page = path;
  if (!(await isAdmin(context, options))) {
    const { status, meaning } = adminErrors.ERR_ADMIN_REQUIRED;
    return refuse(context, { code: 'ERR_ADMIN_REQUIRED', status, message: meaning });
  }
  const handler = methods.get(request.method);
  if (!handler) throw methodNotAllowed([...methods.keys()]);
  return {
    status: 200,
    headers: {
      [protocol.operationIdHeader]: operationId,
      'content-type': protocol.jsonType,
      'cache-control': 'no-store',
    },
    body: await jsonInTurns(await handler(context, options, id)),
  };
}

/** @throws RequestError 404 */
function findRoute(path: string): { path: string; id: string; methods: Map<string, AdminHandler> } {
  const fixed = routes.get(path);
  if (fixed) return { path, id: '', methods: fixed };
  const [, start = '', segment = ''] = /^(.*\/)([^/]+)$/.exec(path) ?? [];
  const template = `${start}{id}`;
  const methods = routes.get(template);
  const id = decode(segment);
  if (!methods || id === undefined) throw new RequestError('ERR_UNKNOWN_PATH');
  return { path: template, id, methods };
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

async function isAdmin(context: RequestContext, options: AdminApiOptions): Promise<boolean> {
  const { principalId } = await authenticate(context, options);
  if (principalId === options.trustedCallerId) return true;
  return (await readPrincipal(options.store, principalId))?.isAdmin === true;
}
