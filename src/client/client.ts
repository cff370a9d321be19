import type { Transport } from '../contract/message.ts';
import type { BodyOf, ItemOf, Operation, ParametersOf, ResultOf } from '../contract/resource.ts';
import type { ObjectSchema } from '../contract/schema.ts';
import { parseBaseUrl } from './base-url.ts';
import { httpTransport } from './http-transport.ts';
import { nextPage } from './next-page.ts';
import { buildRequest, checkApiKey, type ParameterValues } from './request.ts';
import { readResponse } from './response.ts';

export interface ClientOptions {
  /** http or https; a path in front of the API's is fine. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** How requests travel; over HTTP(S) to the base URL by default. */
  readonly transport?: Transport | undefined;
  /** For one whole request; 30 s by default. */
  readonly timeoutMs?: number | undefined;
  readonly userAgent?: string | undefined;
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
  /** All items of a list, page after page as they are asked for; `limit` is the size of a page. */
  listAll<O extends Operation>(operation: O, parameters: Parameters<O>): AsyncGenerator<Item<O>, void>;
}

/** A caller of the API at one base URL with one key. Throws an InvalidRequestError when one cannot be used. */
export function createClient({ baseUrl, apiKey, timeoutMs = 30_000, ...rest }: ClientOptions): Client {
  const { origin, prefix } = parseBaseUrl(baseUrl);
  if (apiKey !== undefined) checkApiKey(apiKey);
  const { transport = httpTransport({ origin, timeoutMs }), userAgent = 'tunnelctl' } = rest;

  async function send(operation: Operation, parameters: ParameterValues, body?: unknown): Promise<unknown> {
    const request = buildRequest(operation, parameters, body, { prefix, apiKey, userAgent });
    return readResponse(operation, request.target, await transport(request), origin + prefix);
  }

  async function* listAll(operation: Operation, parameters: ParameterValues): AsyncGenerator<unknown, void> {
    let place: ParameterValues | undefined = parameters;
    while (place !== undefined) {
      const page = (await send(operation, place)) as Record<string, unknown>;
      yield* page[operation.list?.collection ?? ''] as unknown[];
      place = nextPage(operation, place, page.next_page_uri as string | null | undefined);
    }
  }

  return { send, listAll } as Client;
}
