import { newOperationId } from '../../account/records/identifiers.ts';
import type { Caller } from '../../account/records/operation-context.ts';
import { RequestError } from '../../account/records/request-error.ts';
import { hashSecret } from '../../account/resources/api-keys.ts';
import type { ServiceRequest } from './arriving-body.ts';
import { findRoute, type Route } from './router.ts';

/**
 * One request on its way through the middlewares: what it says, each part read once and only when somebody asks for
 * it, and what became of it so far.
 */
export class RequestContext {
  readonly request: ServiceRequest;
  /** Names the request, in the answer and in the log. */
  readonly operationId = newOperationId();
  /** As it was sent, up to the query. */
  readonly path: string;
  /** As it was sent, without the question mark. */
  readonly query: string;
  /** The path of what is served beside the API and answers; undefined until it does. */
  page: string | undefined;
  /** Who sends the request, once that is known. */
  caller: Caller | undefined;
  /** What is answered, where that is an error. */
  errorCode: string | undefined;
  /** What is behind an answer of 500 or 503. */
  failure: unknown;
  readonly #serviceUrl: string;
  #match: Route | RequestError | undefined;
  #apiKey: ApiKey | ApiKeyProblem | undefined;

  /** @param serviceUrl what URIs start with when the request has no usable Host header: `http://127.0.0.1:4040` */
  constructor(request: ServiceRequest, serviceUrl: string) {
    this.request = request;
    this.#serviceUrl = serviceUrl;
    const { target } = request;
    // Proxies may send a whole URL, of which path and query are a part (RFC 9112 section 3.2.2).
    const whole = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
    const mark = whole.indexOf('?');
    this.path = mark < 0 ? whole : whole.slice(0, mark);
    this.query = mark < 0 ? '' : whole.slice(mark + 1);
  }

  /** The operation of the API that is asked for; undefined where there is none. */
  get route(): Route | undefined {
    const match = this.#matched();
    return match instanceof RequestError ? undefined : match;
  }

  /** The operation that is asked for. @throws RequestError 404 or 405, saying why there is none */
  requireRoute(): Route {
    const match = this.#matched();
    if (match instanceof RequestError) throw match;
    return match;
  }

  /** The API key in the Authorization header, or the code of the error where there is none. */
  get apiKey(): ApiKey | ApiKeyProblem {
    this.#apiKey ??= readApiKey(this.request.headers.authorization);
    return this.#apiKey;
  }

  /** What URIs in the answer start with: the service, by the name that it was called. */
  get baseUrl(): string {
    const { host } = this.request.headers;
    const scheme = this.#serviceUrl.slice(0, this.#serviceUrl.indexOf(':'));
    return host !== undefined && /^[\w.-]+(:\d+)?$|^\[[0-9a-f:]+\](:\d+)?$/i.test(host)
      ? `${scheme}://${host}`
      : this.#serviceUrl;
  }

  #matched(): Route | RequestError {
    this.#match ??= findRoute(this.request.method, this.path);
    return this.#match;
  }
}

/** An API key as its token names it; whether there is such a key is another question. */
export interface ApiKey {
  readonly id: string;
  /** As it is stored, so that the token itself is nowhere kept. */
  readonly secretHash: string;
}

/** Why an Authorization header holds no API key, by the error's code. */
export type ApiKeyProblem = 'ERR_MISSING_API_KEY' | 'ERR_MALFORMED_API_KEY' | 'ERR_API_KEY_ID_AS_TOKEN';

/** Reads an Authorization header (contract/README.md "API key"). */
function readApiKey(header: string | undefined): ApiKey | ApiKeyProblem {
  if (header === undefined) return 'ERR_MISSING_API_KEY';
  const token = /^bearer +(\S+)$/i.exec(header.trim())?.[1] ?? '';
  if (/^ak_[0-9A-Za-z]{27}$/.test(token)) return 'ERR_API_KEY_ID_AS_TOKEN';
  const [, id, secret] = /^([0-9A-Za-z]{27})_([0-9A-Za-z]{20,100})$/.exec(token) ?? [];
  if (id === undefined || secret === undefined) return 'ERR_MALFORMED_API_KEY';
  return { id: `ak_${id}`, secretHash: hashSecret(secret) };
}
