import { newOperationId } from '../../account/records/identifiers.ts';
import { RequestError } from '../../account/records/request-error.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../contract/http/message.ts';
import { errorResponse } from '../app/error-response.ts';
import { splitTarget } from '../app/request-target.ts';
import { findRoute, type Route } from '../app/router.ts';
import { traceOf } from '../telemetry/trace.ts';
import { type Fault, faultCodes } from './fault.ts';
import type { Effect, Faults } from './faults.ts';

/** Lets faults meet the operations of the API; what the sandbox offers besides is never disturbed. */
export function injectFaults(app: Transport, faults: Faults): Transport {
  return (request) => (faults.isEmpty ? app(request) : inject(app, faults, request));
}

async function inject(app: Transport, faults: Faults, request: HttpRequest): Promise<HttpResponse> {
  const [path] = splitTarget(request.target);
  const route = routeOf(request.method, path);
  if (!route) return app(request);
  const { name: operation, operation: definition } = route.entry;
  const effects = faults.match({ operation, method: request.method, path, route: definition.path });
  if (effects.length === 0) return app(request);
  const trace = traceOf(request);
  if (trace) trace.entry = route.entry;
  await faults.wait(effects.reduce((sum, { latencyMs }) => sum + latencyMs, 0));
  return carryOut(app, effects, request);
}

async function carryOut(
  app: Transport,
  effects: readonly Effect[],
  request: HttpRequest,
): Promise<HttpResponse> {
  const has = (name: 'drop' | 'stall', value: string) => effects.some(({ fault }) => fault[name] === value);
  if (has('drop', 'before')) return { ...droppedResponse(), disturbance: 'drop' };
  const refusing = effects.find(({ fault }) => fault.status !== undefined);
  const response = refusing ? statusResponse(refusing.fault) : await app(request);
  if (has('drop', 'after')) return { ...response, disturbance: 'drop' };
  return has('stall', 'body') ? { ...response, disturbance: 'stall' } : response;
}

function routeOf(method: string, path: string): Route | undefined {
  try {
    return findRoute(method, path);
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/** What a gateway in between would answer, and how it answers. */
const gatewayTexts = { 502: 'bad gateway', 504: 'gateway timeout' };

function statusResponse({ status = 503, retryAfter = 1 }: Fault): HttpResponse {
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
  return errorResponse(
    new RequestError(faultCodes[status], message, { ...(headers && { headers }) }),
    newOperationId(),
  );
}

/** What the request log shows of a request that was never answered. */
function droppedResponse(): HttpResponse {
  return errorResponse(new RequestError('ERR_UNAVAILABLE'), newOperationId());
}
