import { type App, createApp, type Middleware } from '../../src/server/app/app.ts';
import type { ServiceRequest } from '../../src/server/app/arriving-body.ts';
import { answeringErrors } from '../../src/server/app/error-response.ts';

/** The whole body of a request, however it comes. */
export async function bytesOf({ body }: ServiceRequest): Promise<Uint8Array> {
  if (body === undefined) return new Uint8Array();
  return body instanceof Uint8Array ? body : body.read();
}

/** An app that answers how many bytes the body of a request has, once it has read them. */
export function readingApp(middlewares: readonly Middleware[] = []): App {
  const handler = answeringErrors(async ({ request }) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: String((await bytesOf(request)).length),
  }));
  return createApp('http://127.0.0.1', middlewares, handler);
}
