import { randomInt } from 'node:crypto';
import { RequestError } from '../../account/records/request-error.ts';
import { CodedError } from '../../contract/errors/coded-error.ts';
import type { HttpResponse } from '../../contract/http/message.ts';
import type { AppResponse, Handler, Middleware } from '../app/app.ts';
import { refuse } from '../app/error-response.ts';
import type { RequestContext } from '../app/request-context.ts';
import { type Fault, FaultError, faultCodes } from './fault.ts';
import { Faults } from './faults.ts';
import { limitRate, parseRateLimit } from './rate-limit.ts';

/** What goes wrong on purpose. */
export interface FaultOptions {
  /** Each as `operation=endpoints.create,status=503,rate=0.2`. */
  readonly faults?: readonly string[] | undefined;
  /** Makes a run with faults repeat; by default another one each time. */
  readonly faultSeed?: number | undefined;
  /** For each API key, as `120/60s`. */
  readonly rateLimit?: string | undefined;
}

interface FaultInjection {
  readonly faults: Faults;
  /** Around what answers operations, and nothing else: what is served beside the API gets none. */
  readonly middlewares: readonly Middleware[];
  readonly warnings: readonly string[];
}

/** @throws CodedError naming the option, and the part of it that cannot be read */
export function prepareFaults(options: FaultOptions = {}): FaultInjection {
  const { faults: texts = [], faultSeed = randomInt(2 ** 32), rateLimit } = options;
  const limit = rateLimit === undefined ? undefined : parseRateLimit(rateLimit);
  const faults = new Faults(faultSeed);
  try {
    faults.add(texts);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    throw new CodedError('USAGE', `--fault ${error.message}`, { field: '--fault' });
  }
  return {
    faults,
    middlewares: [...(limit ? [limitRate(limit, () => performance.now())] : []), injectFaults(faults)],
    warnings:
      texts.length === 0 ? [] : [`faults are made on purpose; --fault-seed ${faultSeed} repeats this run`],
  };
}

/** Injects faults into the operations of the API. */
function injectFaults(faults: Faults): Middleware {
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
