import { clientAuthorityOf } from '../../account/certificates/x509/client-authority.ts';
import { accountCollections } from '../../account/records/account.ts';
import type { Service } from '../../account/records/operation-context.ts';
import { methodNotAllowed } from '../../account/records/request-error.ts';
import type { HttpResponse } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';
import { openApiDocument } from '../../contract/openapi.ts';
import { expositionType } from '../telemetry/exposition.ts';
import type { AppOptions } from './app.ts';

type Page = (service: PageService, baseUrl: string) => Promise<HttpResponse | undefined>;

type PageService = Service & Pick<AppOptions, 'observation'>;

/** What the sandbox serves beside the API: to everybody, without key and version header. */
const pages: Readonly<Record<string, Page>> = {
  '/': async () => (await import('../page/page.ts')).page(),
  '/openapi.json': async (_service, baseUrl) => ({
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
    return {
      status: isWell ? 200 : 503,
      headers: { 'content-type': protocol.jsonType, 'cache-control': 'no-store' },
      body: JSON.stringify({ status: isWell ? 'ok' : 'unavailable' }),
    };
  },
  '/metrics': async ({ observation }) =>
    observation && {
      status: 200,
      headers: { 'content-type': expositionType },
      body: await observation.metrics.expose(),
    },
};

/** Whether the sandbox serves a page here. */
export function isPublicPath(path: string): boolean {
  return Object.hasOwn(pages, path);
}

/**
 * The page at this path, or `undefined` where there is none.
 * @throws RequestError 405
 */
export async function publicPage(
  service: PageService,
  method: string,
  path: string,
  baseUrl: string,
): Promise<HttpResponse | undefined> {
  if (!isPublicPath(path)) return undefined;
  if (method !== 'GET') throw methodNotAllowed(['GET']);
  return pages[path]?.(service, baseUrl);
}

let lastText = { baseUrl: '', text: '' };

/** Kept: half a megabyte that takes milliseconds to make, for everybody who asks. */
function openApiText(baseUrl: string): string {
  if (lastText.baseUrl !== baseUrl) lastText = { baseUrl, text: JSON.stringify(openApiDocument(baseUrl)) };
  return lastText.text;
}
