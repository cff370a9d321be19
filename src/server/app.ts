import { type ErrorBody, errors } from '../contract/errors.ts';
import type { HttpRequest, HttpResponse, Transport } from '../contract/message.ts';
import { protocol } from '../contract/protocol.ts';
import { type Operation, responseSchema } from '../contract/resource.ts';
import { StoreUnavailableError } from '../store/store.ts';
import { type Account, readAccount } from './account.ts';
import { authenticate } from './authentication.ts';
import { handlers } from './behaviours.ts';
import type { Page, Service } from './call.ts';
import { newOperationId } from './identifiers.ts';
import { present } from './present.ts';
import { publicPage } from './public-pages.ts';
import { readQuery } from './query.ts';
import { readBody } from './request-body.ts';
import { RequestError } from './request-error.ts';
import { findRoute, type Route } from './router.ts';
import { validateBody } from './validation.ts';

export interface AppOptions extends Service {
  /** What URIs start with when the request has no usable Host header: `http://127.0.0.1:4040`. */
  readonly baseUrl: string;
  /** Acts for this principal, whatever the Authorization header: for callers in the same process. */
  readonly trustedCallerId?: string;
  /** Told of every failure that is ours (500 and 503), with the id that the answer names. */
  readonly onFailure?: (operationId: string, error: unknown) => void;
}

/**
 * The service: every operation of the contract, as a function from request to response. Never rejects.
 * @see api.md sections 1, 5, 7 and 9, decisions.md "Requests" and "Errors"
 */
export function createApp(options: AppOptions): Transport {
  return async (request) => {
    const operationId = newOperationId();
    try {
      return await answer(options, request, operationId);
    } catch (error) {
      return failure(options, error, operationId);
    }
  };
}

async function answer(options: AppOptions, request: HttpRequest, operationId: string): Promise<HttpResponse> {
  const baseUrl = baseUrlOf(request, options.baseUrl);
  const [path = '', query = ''] = splitTarget(request.target);
  const page = await publicPage(options, request.method, path, baseUrl);
  if (page) return page;
  const route = findRoute(request.method, path);
  checkVersion(request);
  const callerId = options.trustedCallerId ?? (await authenticate(options.store, request));
  const { operation } = route.entry;
  const pageQuery = readQuery(operation, query);
  const body = readBody(operation, request);
  if (operation.body) await validateBody(operation.body, body);
  const handler = handlers.get(route.entry.name);
  if (!handler) throw new Error(`${route.entry.name} has no handler`);
  const { store, vault, now } = options;
  const account = () => accountOf(options);
  const result = await handler({
    store,
    vault,
    now,
    params: route.params,
    page: pageQuery,
    body,
    callerId,
    account,
  });
  return success(route, result, { baseUrl, path, limit: pageQuery.limit, operationId });
}

/** Path and query. Proxies may send a whole URL, of which they are a part (RFC 9112 section 3.2.2). */
function splitTarget(sent: string): [string, string] {
  const target = sent.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

function baseUrlOf({ headers }: HttpRequest, fallback: string): string {
  const host = headers.host;
  const scheme = fallback.slice(0, fallback.indexOf(':'));
  return host !== undefined && /^[\w.-]+(:\d+)?$|^\[[0-9a-f:]+\](:\d+)?$/i.test(host)
    ? `${scheme}://${host}`
    : fallback;
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
    body: JSON.stringify(present(schema, value, place.baseUrl)),
  };
}

/** decisions.md "Paging"; URIs as paths. */
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
  const { status } = errors[known.code];
  const body: ErrorBody = {
    error_code: known.code,
    status_code: status,
    msg: known.message,
    details: { operation_id: operationId, ...(known.field !== undefined && { field: known.field }) },
  };
  return {
    status,
    headers: {
      ...known.headers,
      [protocol.operationIdHeader]: operationId,
      'content-type': protocol.jsonType,
    },
    body: JSON.stringify(body),
  };
}

function ourFault(error: unknown): RequestError {
  return error instanceof StoreUnavailableError
    ? new RequestError('ERR_UNAVAILABLE', undefined, { headers: { 'retry-after': '1' } })
    : new RequestError('ERR_INTERNAL');
}
