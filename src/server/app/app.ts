import { recordingStore } from '../../account/events/event-log.ts';
import { handlers } from '../../account/index.ts';
import { absoluteUris } from '../../account/records/absolute-uris.ts';
import { type Account, readAccount } from '../../account/records/account.ts';
import { newOperationId } from '../../account/records/identifiers.ts';
import type { Caller, Page, Service } from '../../account/records/operation-context.ts';
import { RequestError } from '../../account/records/request-error.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';
import { type Operation, responseSchema } from '../../contract/schema/resource.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import { isSandboxPath, sandboxAnswer } from '../admin-api/admin-api.ts';
import type { Faults } from '../faults/faults.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { traceOf } from '../telemetry/trace.ts';
import { authenticate } from './authentication.ts';
import { errorResponse } from './error-response.ts';
import { publicPage } from './public-pages.ts';
import { readQuery } from './query.ts';
import { readBody } from './request-body.ts';
import { splitTarget } from './request-target.ts';
import { findRoute, type Route } from './router.ts';
import { validateBody } from './validation.ts';

export interface AppOptions extends Service {
  /** What URIs start with when the request has no usable Host header: `http://127.0.0.1:4040`. */
  readonly baseUrl: string;
  /** Acts for this principal, whatever the Authorization header: for callers in the same process. */
  readonly trustedCallerId?: string;
  /** What is known of the requests so far; absent in a process that answers one command. */
  readonly observation?: Telemetry;
  /** What goes wrong on purpose; absent in a process that answers one command. */
  readonly faults?: Faults;
  /** Told of every failure that is ours (500 and 503), with the id that the answer names. */
  readonly onFailure?: (operationId: string, error: unknown) => void;
}

/**
 * The service: every operation of the contract, as a function from request to response. Never rejects.
 * @see contract/README.md "Requests", "Errors" and "Authentication"
 */
export function createApp(options: AppOptions): Transport {
  return async (request) => {
    const operationId = newOperationId();
    try {
      return await answer(options, request, operationId);
    } catch (error) {
      const trace = traceOf(request);
      if (trace && !(error instanceof RequestError)) trace.fault = error;
      return failure(options, error, operationId);
    }
  };
}

async function answer(options: AppOptions, request: HttpRequest, operationId: string): Promise<HttpResponse> {
  const baseUrl = baseUrlOf(request, options.baseUrl);
  const [path, query] = splitTarget(request.target);
  const trace = traceOf(request);
  if (isSandboxPath(path)) return sandboxAnswer(options, request, { path, query, baseUrl, operationId });
  const page = await publicPage(options, request.method, path, baseUrl);
  if (page) {
    if (trace) trace.page = path;
    return page;
  }
  const route = findRoute(request.method, path);
  if (trace) trace.entry = route.entry;
  checkVersion(request);
  const caller = await callerOf(options, request);
  if (trace) trace.caller = caller;
  const { operation } = route.entry;
  const pageQuery = readQuery(operation, query);
  const body = readBody(operation, request);
  if (operation.body) await validateBody(operation.body, body);
  const handler = handlers.get(route.entry.name);
  if (!handler) throw new Error(`${route.entry.name} has no handler`);
  const { store, vault, now } = options;
  const account = () => accountOf(options);
  const result = await handler({
    store: recordingStore(store, caller, now),
    vault,
    now,
    params: route.params,
    page: pageQuery,
    body,
    callerId: caller.principalId,
    account,
  });
  return success(route, result, { baseUrl, path, limit: pageQuery.limit, operationId });
}

function baseUrlOf({ headers }: HttpRequest, fallback: string): string {
  const host = headers.host;
  const scheme = fallback.slice(0, fallback.indexOf(':'));
  return host !== undefined && /^[\w.-]+(:\d+)?$|^\[[0-9a-f:]+\](:\d+)?$/i.test(host)
    ? `${scheme}://${host}`
    : fallback;
}

/** Who sends the request. @throws RequestError 401 */
async function callerOf({ store, trustedCallerId }: AppOptions, request: HttpRequest): Promise<Caller> {
  return trustedCallerId === undefined ? authenticate(store, request) : { principalId: trustedCallerId };
}

function checkVersion({ headers }: HttpRequest): void {
  const version = headers[protocol.versionHeader];
  if (version === undefined) throw new RequestError('ERR_MISSING_VERSION');
  if (version !== protocol.version) throw new RequestError('ERR_UNKNOWN_VERSION');
}

async function accountOf({ store }: Service): Promise<Account> {
  const account = await readAccount(store);
  if (!account) throw new Error('the data file holds no account');
  return account;
}

interface Place {
  readonly baseUrl: string;
  readonly path: string;
  readonly limit: number;
  readonly operationId: string;
}

function success({ entry }: Route, result: unknown, place: Place): HttpResponse {
  const { operation } = entry;
  const headers = { [protocol.operationIdHeader]: place.operationId };
  const schema = responseSchema(operation);
  if (!schema) return { status: operation.status, headers, body: '' };
  const value = operation.list ? envelope(operation, result as Page<{ id: string }>, place) : result;
  return {
    status: operation.status,
    headers: { ...headers, 'content-type': protocol.jsonType },
    body: JSON.stringify(absoluteUris(schema, value, place.baseUrl)),
  };
}

/** contract/README.md "Paging"; URIs as paths. */
function envelope({ list }: Operation, { items, hasMore }: Page<{ id: string }>, { path, limit }: Place) {
  const collection = { [list?.collection ?? '']: items, uri: path };
  if (!list?.paged) return collection;
  const last = items.at(-1);
  return {
    ...collection,
    next_page_uri: hasMore && last ? `${path}?before_id=${last.id}&limit=${limit}` : null,
  };
}

function failure(options: AppOptions, error: unknown, operationId: string): HttpResponse {
  const known = error instanceof RequestError ? error : ourFault(error);
  if (known !== error) options.onFailure?.(operationId, error);
  return errorResponse(known, operationId);
}

function ourFault(error: unknown): RequestError {
  return error instanceof StoreUnavailableError
    ? new RequestError('ERR_UNAVAILABLE', undefined, { headers: { 'retry-after': '1' } })
    : new RequestError('ERR_INTERNAL');
}
