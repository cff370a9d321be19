import { clientAuthorityOf } from '../../account/certificates/x509/client-certificates.ts';
import { accountCollections } from '../../account/records/account.ts';
import type { Service } from '../../account/records/operation-context.ts';
import { methodNotAllowed, RequestError } from '../../account/records/request-error.ts';
import type { HttpResponse } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';
import { openApiDocument } from '../../contract/openapi.ts';
import type { AdminApiOptions } from '../admin-api/admin-handler.ts';
import type { Middleware } from '../app/app.ts';
import { answeringErrors } from '../app/error-response.ts';
import type { RequestContext } from '../app/request-context.ts';
import { expositionType } from '../telemetry/exposition.ts';

type PageOptions = Service & Pick<AdminApiOptions, 'store' | 'telemetry'>;

type Page = (options: PageOptions, context: RequestContext) => Promise<HttpResponse>;

const pages: Readonly<Record<string, Page>> = {
  '/': async () => (await import('./page.ts')).page(),
  '/openapi.json': async (_options, { baseUrl }) => ({
    status: 200,
    headers: { 'content-type': protocol.jsonType },
    body: openApiText(baseUrl),
  }),
  // What verifies the client certificates of operators; it holds no secret.
  '/certificate-authority.pem': async (service) => ({
    status: 200,
    headers: { 'content-type': 'application/x-pem-file' },
    body: (await clientAuthorityOf(service)).certificate,
  }),
  '/healthz': async ({ store }) => {
    // Not `get`, which may answer from memory.
    const isWell = await store.list(accountCollections.settings, { limit: 1 }).then(
      (rows) => rows.length > 0,
      () => false,
    );
    const failure = store.failure();
    const state = failure
      ? { status: 'unusable', problem: failure.message }
      : { status: isWell ? 'ok' : 'unavailable' };
    return {
      status: state.status === 'ok' ? 200 : 503,
      headers: { 'content-type': protocol.jsonType, 'cache-control': 'no-store' },
      body: JSON.stringify(state),
    };
  },
  '/metrics': async ({ telemetry }) => {
    if (!telemetry) throw new RequestError('ERR_UNKNOWN_PATH');
    const body = await telemetry.metrics.expose();
    return { status: 200, headers: { 'content-type': expositionType }, body };
  },
};

/** Answers with what the sandbox serves beside the API to everybody, without key and version header. */
export function publicPages(options: PageOptions): Middleware {
  const handler = answeringErrors(async (context) => {
    if (context.request.method !== 'GET') throw methodNotAllowed(['GET']);
    const response = await (pages[context.path] as Page)(options, context);
    context.page = context.path;
    return response;
  });
  return (context, next) => (Object.hasOwn(pages, context.path) ? handler(context) : next(context));
}

/** Half of a character: it stands nowhere else in the document. */
const mark = '\ud800';

/** The document up to the base URL and from there on: half a megabyte that takes long to make, made once for all hosts. */
let openApiParts: readonly string[] | undefined;

function openApiText(baseUrl: string): string {
  openApiParts ??= JSON.stringify(openApiDocument(mark)).split(JSON.stringify(mark));
  return openApiParts.join(JSON.stringify(baseUrl));
}
