import type { HttpResponse, Transport } from '../contract/http/message.ts';
import type { BodyOf, ItemOf, Operation, ParametersOf, ResultOf } from '../contract/schema/resource.ts';
import type { ObjectSchema } from '../contract/schema/schema.ts';
import { parseBaseUrl } from './base-url.ts';
import { systemClock } from './clock.ts';
import { watchClock } from './clock-skew.ts';
import { pageTrail } from './page-trail.ts';
import {
  buildRawRequest,
  buildRequest,
  checkApiKey,
  type ParameterValues,
  type RawRequest,
} from './request.ts';
import { nextPage, readResponse } from './response.ts';
import { type RetryOptions, withRetries } from './retries.ts';
import { httpTransport } from './transport/http-transport.ts';
import { type HttpProxy, proxyTransport } from './transport/proxy-transport.ts';

export interface ClientOptions {
  /** http or https; a path in front of the API's is fine. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** How requests travel; over HTTP(S) to the base URL by default. */
  readonly transport?: Transport | undefined;
  /** For one attempt of a request; 30 s by default. */
  readonly timeoutMs?: number | undefined;
  /** How a request that failed is sent again, where that is safe; never by default. */
  readonly retries?: RetryOptions | undefined;
  /** The proxy that requests go through. */
  readonly proxy?: HttpProxy | undefined;
  /** PEM certificates of authorities to trust besides those that this machine trusts. */
  readonly extraAuthorities?: string | undefined;
  readonly userAgent?: string | undefined;
  /** Put around what carries requests: sees every attempt, what is sent and what comes back. */
  readonly observe?: ((transport: Transport) => Transport) | undefined;
}

// An operation whose type is just `Operation`, as the command line has it, is typed loosely.
export type Parameters<O extends Operation> = Operation extends O ? ParameterValues : ParametersOf<O>;
export type Result<O extends Operation> = Operation extends O ? unknown : ResultOf<O>;
export type Item<O extends Operation> = Operation extends O ? unknown : ItemOf<O>;

type BodyArgument<O extends Operation> = Operation extends O
  ? [body?: unknown]
  : O extends { bodyOptional: true }
    ? [body?: BodyOf<O>]
    : O extends { body: ObjectSchema }
      ? [body: BodyOf<O>]
      : [];

export interface Client {
  /** Runs an operation: its checked result, or an ApiError, NetworkError, ResponseError or InvalidRequestError. */
  send<O extends Operation>(
    operation: O,
    parameters: Parameters<O>,
    ...body: BodyArgument<O>
  ): Promise<Result<O>>;
  /** Sends any request below the base URL and answers with whatever comes back, whatever its status. */
  sendRaw(request: RawRequest): Promise<HttpResponse>;
  /** The pages of a list, each fetched when it is asked for; `limit` is the size of a page. */
  listPages<O extends Operation>(
    operation: O,
    parameters: Parameters<O>,
  ): AsyncGenerator<Page<Item<O>>, void>;
  /** All items of a list, page after page as they are asked for; `limit` is the size of a page. */
  listAll<O extends Operation>(operation: O, parameters: Parameters<O>): AsyncGenerator<Item<O>, void>;
  /** The same caller with another key, over the same connections. Throws an InvalidRequestError. */
  withKey(apiKey: string): Client;
  /**
   * How far the service's clock is ahead of this machine's, in milliseconds, by the `Date` of its latest answer; 0 for
   * clocks that agree within a second, undefined as long as no answer said it.
   */
  clockSkew(): number | undefined;
}

/** One answer of a list. */
export interface Page<T = unknown> {
  readonly items: readonly T[];
  /** Whether another page follows. */
  readonly hasNext: boolean;
}

/** A caller of the API at one base URL with one key. Throws an InvalidRequestError when one cannot be used. */
export function createClient({ baseUrl, apiKey, timeoutMs = 30_000, ...rest }: ClientOptions): Client {
  const { origin, prefix } = parseBaseUrl(baseUrl);
  const {
    proxy,
    extraAuthorities,
    retries = { retries: 0 },
    userAgent = 'tunnelctl',
    observe = (transport) => transport,
  } = rest;
  const network = { origin, timeoutMs, extraAuthorities };
  const direct = () => (proxy ? proxyTransport({ ...network, proxy }) : httpTransport(network));
  const watched = watchClock(observe(rest.transport ?? direct()), retries.clock ?? systemClock);
  const transport = withRetries(watched.transport, retries);
  const place = { prefix, userAgent, baseUrl: origin + prefix };
  const withKey = (key: string | undefined): Client => ({
    ...callerWith(transport, key, place),
    withKey,
    clockSkew: watched.skew,
  });
  return withKey(apiKey);
}

/** What every caller of one service has in common. */
interface ServicePlace {
  readonly prefix: string;
  readonly userAgent: string;
  readonly baseUrl: string;
}

/** Throws an InvalidRequestError for a key that no header can carry. */
function callerWith(
  transport: Transport,
  apiKey: string | undefined,
  { prefix, userAgent, baseUrl }: ServicePlace,
): Omit<Client, 'withKey' | 'clockSkew'> {
  if (apiKey !== undefined) checkApiKey(apiKey);

  async function send(operation: Operation, parameters: ParameterValues, body?: unknown): Promise<unknown> {
    const request = buildRequest(operation, parameters, body, { prefix, apiKey, userAgent });
    return readResponse(operation, request.target, await transport(request), baseUrl);
  }

  const sendRaw = async (request: RawRequest) =>
    transport(buildRawRequest(request, { prefix, apiKey, userAgent }));

  async function* listPages(operation: Operation, parameters: ParameterValues): AsyncGenerator<Page, void> {
    const { method, path } = operation;
    const trail = pageTrail(`${method} ${path}`, parameters.before_id?.toString());
    let place: ParameterValues | undefined = parameters;
    while (place !== undefined) {
      const page = (await send(operation, place)) as Record<string, unknown>;
      const nextPageUri = page.next_page_uri as string | null | undefined;
      const items = page[operation.list?.collection ?? ''] as unknown[];
      trail.arrive(items);
      yield { items, hasNext: typeof nextPageUri === 'string' };
      place = nextPage(operation, place, nextPageUri);
      if (place !== undefined) trail.goOn(String(place.before_id), String(nextPageUri));
    }
  }

  async function* listAll(operation: Operation, parameters: ParameterValues): AsyncGenerator<unknown, void> {
    for await (const { items } of listPages(operation, parameters)) yield* items;
  }

  return { send, sendRaw, listPages, listAll } as Client;
}
