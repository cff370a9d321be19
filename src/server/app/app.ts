import type { HttpResponse } from '../../contract/http/message.ts';
import type { ServiceRequest } from './arriving-body.ts';
import { RequestContext } from './request-context.ts';

/** An answer on its way to the client. */
export interface AppResponse extends HttpResponse {
  /** On purpose it does not arrive whole: the connection breaks before it, or is left in the middle of the body. */
  readonly injectedFault?: 'drop' | 'stall';
}

/** The service as a function: no sockets, no streams. Never rejects. */
export type App = (request: ServiceRequest) => Promise<AppResponse>;

/** Answers a request. */
export type Handler = (context: RequestContext) => Promise<AppResponse>;

/** Answers a request itself, or changes how the next one answers it. */
export type Middleware = (context: RequestContext, next: Handler) => Promise<AppResponse>;

/**
 * Puts middlewares around what answers requests.
 * @param serviceUrl what URIs start with when a request has no usable Host header: `http://127.0.0.1:4040`
 * @param middlewares the first one is outermost
 */
export function createApp(serviceUrl: string, middlewares: readonly Middleware[], handler: Handler): App {
  const chain = middlewares.reduceRight<Handler>(
    (next, middleware) => (context) => middleware(context, next),
    handler,
  );
  return (request) => chain(new RequestContext(request, serviceUrl));
}
