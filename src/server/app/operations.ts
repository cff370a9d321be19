import { recordingStore } from '../../account/events/event-log.ts';
import { handlers } from '../../account/index.ts';
import { type Account, readAccount } from '../../account/records/account.ts';
import type { Page, Service } from '../../account/records/operation-context.ts';
import { answerText, uriText, withBaseUrl } from '../../account/records/record-text.ts';
import { RequestError } from '../../account/records/request-error.ts';
import type { HttpResponse } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';
import { type Operation, responseSchema } from '../../contract/schema/resource.ts';
import type { Handler } from './app.ts';
import type { ServiceRequest } from './arriving-body.ts';
import { type AuthenticationOptions, authenticate } from './authentication.ts';
import { answeringErrors } from './error-response.ts';
import { readQuery } from './query.ts';
import { readBody, validateBody } from './request-body.ts';
import type { RequestContext } from './request-context.ts';

export type OperationsOptions = Service & AuthenticationOptions;

/**
 * Answers every operation of the contract.
 * @see contract/README.md "Requests", "Errors" and "Authentication"
 */
export function answerOperations(options: OperationsOptions): Handler {
  return answeringErrors((context) => answer(options, context));
}

async function answer(options: OperationsOptions, context: RequestContext): Promise<HttpResponse> {
  const { request } = context;
  const { entry, params } = context.requireRoute();
  const { operation } = entry;
  checkVersion(request);
  const caller = await authenticate(context, options);
  const page = readQuery(operation, context.query);
  const body = await readBody(operation, context, options);
  if (operation.body) await validateBody(operation.body, body);
  const handler = handlers.get(entry.name);
  if (!handler) throw new Error(`${entry.name} has no handler`);
  const { store, vault, now } = options;
  const account = () => accountOf(options);
  const result = await handler({
    store: recordingStore(store, caller, now),
    vault,
    now,
    params,
    page,
    body,
    callerId: caller.principalId,
    account,
  });
  return success(operation, result, context, page.limit);
}

function checkVersion({ headers }: ServiceRequest): void {
  const version = headers[protocol.versionHeader];
  if (version === undefined) throw new RequestError('ERR_MISSING_VERSION');
  if (version !== protocol.version) throw new RequestError('ERR_UNKNOWN_VERSION');
}

async function accountOf({ store }: Service): Promise<Account> {
  const account = await readAccount(store);
  if (!account) throw new Error('the data file holds no account');
  return account;
}

function success(
  operation: Operation,
  result: unknown,
  { operationId, path, baseUrl }: RequestContext,
  limit: number,
): HttpResponse {
  const { status, list } = operation;
  const schema = responseSchema(operation);
  if (!schema) return { status, headers: { [protocol.operationIdHeader]: operationId }, body: '' };
  const body = list
    ? listBody(list, result as Page<{ id: string }>, { path, baseUrl }, limit)
    : withBaseUrl(answerText(schema, result as object), baseUrl);
  return {
    status,
    headers: { [protocol.operationIdHeader]: operationId, 'content-type': protocol.jsonType },
    body,
  };
}

/** What was last answered with a page, and under which URI: whoever looks again and again mostly sees the same. */
const listBodies = new WeakMap<object, { readonly uri: string; readonly body: string }>();

function listBody(
  list: NonNullable<Operation['list']>,
  page: Page<{ id: string }>,
  { path, baseUrl }: Pick<RequestContext, 'path' | 'baseUrl'>,
  limit: number,
): string {
  const uri = baseUrl + path;
  const last = listBodies.get(page);
  if (last?.uri === uri) return last.body;
  const body = withBaseUrl(listText(list, page, path, limit), baseUrl);
  listBodies.set(page, { uri, body });
  return body;
}

/** contract/README.md "Paging"; the base URL is still missing from the URIs. */
function listText(
  { collection, item, paged }: NonNullable<Operation['list']>,
  { items, hasMore }: Page<{ id: string }>,
  path: string,
  limit: number,
): string {
  const records = items.map((record) => answerText(item, record)).join();
  const list = `{${JSON.stringify(collection)}:[${records}],"uri":${uriText(path)}`;
  if (!paged) return `${list}}`;
  const last = items.at(-1);
  const next = hasMore && last ? uriText(`${path}?before_id=${last.id}&limit=${limit}`) : 'null';
  return `${list},"next_page_uri":${next}}`;
}
