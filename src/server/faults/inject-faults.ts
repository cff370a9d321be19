import { RequestError } from '../../account/records/request-error.ts';
import type { HttpResponse } from '../../contract/http/message.ts';
import type { AppResponse, Handler, Middleware } from '../app/app.ts';
import { refuse } from '../app/error-response.ts';
import type { RequestContext } from '../app/request-context.ts';
import { type Fault, faultCodes } from './fault.ts';
import type { Faults } from './faults.ts';

/** Injects faults into the operations of the API. */
export function injectFaults(faults: Faults): Middleware {
  return (context, next) => (faults.isEmpty ? next(context) : inject(faults, context, next));
}

async function inject(faults: Faults, context: RequestContext, next: Handler): Promise<AppResponse> {
  const { route, request, path } = context;
  if (!route) return next(context);
  const { name: operation, operation: definition } = route.entry;
  const injected = faults.match({ operation, method: request.method, path, route: definition.path });
  if (injected.length === 0) return next(context);
  await faults.wait(injected.reduce((sum, { latencyMs }) => sum + latencyMs, 0));
  const has = (name: 'drop' | 'stall', value: string) => injected.some(({ fault }) => fault[name] === value);
  if (has('drop', 'before')) {
    // What the request log shows of a request that was never answered.
    return { ...refuse(context, new RequestError('ERR_UNAVAILABLE')), injectedFault: 'drop' };
  }
  const refusing = injected.find(({ fault }) => fault.status !== undefined);
  const response = refusing ? statusResponse(context, refusing.fault) : await next(context);
  if (has('drop', 'after')) return { ...response, injectedFault: 'drop' };
  return has('stall', 'body') ? { ...response, injectedFault: 'stall' } : response;
}

/** What a gateway in between would answer, and how it answers. */
const gatewayTexts = { 502: 'bad gateway', 504: 'gateway timeout' };

function statusResponse(context: RequestContext, { status = 503, retryAfter = 1 }: Fault): HttpResponse {
  if (status === 502 || status === 504) {
    const headers = { 'content-type': 'text/plain' };
    return { status, headers, body: `${gatewayTexts[status]}: a fault of the sandbox\n` };
  }
  const headers =
    status === 429 || status === 503
      ? { 'retry-after': String(retryAfter) }
      : status === 401
        ? { 'www-authenticate': 'Bearer' }
        : undefined;
  const message = `the sandbox answers ${status} on purpose (tunnelctl sandbox faults list)`;
  return refuse(context, new RequestError(faultCodes[status], message, { ...(headers && { headers }) }));
}
