import type { HttpResponse } from '../contract/message.ts';
import { openApiDocument } from '../contract/openapi.ts';
import { protocol } from '../contract/protocol.ts';
import type { Service } from './call.ts';
import { clientAuthorityOf } from './client-authority.ts';
import { methodNotAllowed } from './request-error.ts';

type Page = (service: Service, baseUrl: string) => Promise<HttpResponse>;

/** What the sandbox serves beside the API: to everybody, without key and version header. */
const pages: Readonly<Record<string, Page>> = {
  '/openapi.json': async (_service, baseUrl) => ({
    status: 200,
    headers: { 'content-type': protocol.jsonType },
    body: JSON.stringify(openApiDocument(baseUrl)),
  }),
  // What verifies the client certificates of operators; it holds no secret.
  '/certificate-authority.pem': async (service) => ({
    status: 200,
    headers: { 'content-type': 'application/x-pem-file' },
    body: (await clientAuthorityOf(service)).certificate,
  }),
};

/**
 * The page at this path, or `undefined` where there is none.
 * @throws RequestError 405
 */
export async function publicPage(
  service: Service,
  method: string,
  path: string,
  baseUrl: string,
): Promise<HttpResponse | undefined> {
  if (!Object.hasOwn(pages, path)) return undefined;
  if (method !== 'GET') throw methodNotAllowed(['GET']);
  return pages[path]?.(service, baseUrl);
}
