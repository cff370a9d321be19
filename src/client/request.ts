import type { HttpRequest } from '../contract/http/message.ts';
import { protocol } from '../contract/http/protocol.ts';
import { holdsToken } from '../contract/rules/api-token.ts';
import { type Operation, pathParameters } from '../contract/schema/resource.ts';
import { InvalidRequestError } from './errors.ts';

/** What every request of a client has in common. */
export interface RequestSettings {
  /** Path in front of every operation's path. */
  readonly prefix: string;
  readonly apiKey?: string | undefined;
  readonly userAgent: string;
}

export type ParameterValues = Readonly<Record<string, string | number | undefined>>;

/** Puts an operation's run into a request (contract/README.md "Requests"). Throws an InvalidRequestError. */
export function buildRequest(
  operation: Operation,
  parameters: ParameterValues,
  body: unknown,
  settings: RequestSettings,
): HttpRequest {
  const content = operation.body ? (body ?? (operation.bodyOptional && {})) : undefined;
  const request = {
    method: operation.method,
    target: fillPath(operation, parameters) + pageQuery(operation, parameters),
    body: content === undefined ? undefined : Buffer.from(JSON.stringify(content)),
  };
  return buildRawRequest(request, settings);
}

/** A request that no operation stands behind. */
export interface RawRequest {
  readonly method: string;
  /** Path and query below the base URL, ready for the request line. */
  readonly target: string;
  /** Besides those that every request has, or in their place; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unless the headers say otherwise. */
  readonly body?: Uint8Array | undefined;
}

/** Adds what every request carries. Throws an InvalidRequestError. */
export function buildRawRequest(
  { method, target, headers, body }: RawRequest,
  { prefix, apiKey, userAgent }: RequestSettings,
): HttpRequest {
  return {
    method,
    target: prefix + target,
    headers: {
      accept: protocol.jsonType,
      ...(apiKey !== undefined && { authorization: `Bearer ${checkApiKey(apiKey)}` }),
      [protocol.versionHeader]: protocol.version,
      'user-agent': userAgent,
      ...(body !== undefined && { 'content-type': protocol.jsonType }),
      ...headers,
    },
    body,
  };
}

/** The path of an operation with its members filled in. Throws an InvalidRequestError. */
export function fillPath(operation: Operation, parameters: ParameterValues): string {
  let path = operation.path;
  for (const name of pathParameters(operation)) {
    const value = String(parameters[name] ?? '');
    if (value === '') throw new InvalidRequestError(name, 'must not be empty');
    // URL parsers resolve these two, encoded or not, so they would name another path.
    if (value === '.' || value === '..') throw new InvalidRequestError(name, `must not be ${value}`);
    if (holdsToken(value)) {
      throw new InvalidRequestError(
        name,
        'looks like the token of an API key, which is no id and goes into no path',
      );
    }
    path = path.replace(`{${name}}`, () => encode(name, value));
  }
  return path;
}

function encode(name: string, value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    throw new InvalidRequestError(name, 'holds half of a surrogate pair');
  }
}

function pageQuery(operation: Operation, parameters: ParameterValues): string {
  if (!operation.list?.paged) return '';
  const query = new URLSearchParams();
  for (const name of ['before_id', 'limit']) {
    const value = parameters[name];
    if (holdsToken(String(value ?? ''))) {
      throw new InvalidRequestError(name, 'looks like the token of an API key, which is no id');
    }
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

/** Refuses what no header can carry. The message never repeats the key. */
export function checkApiKey(apiKey: string): string {
  if (apiKey === '') throw new InvalidRequestError('API key', 'must not be empty');
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new InvalidRequestError(
      'API key',
      'holds a line break, a space or another character that no key has; copy it again, whole and alone',
    );
  }
  return apiKey;
}
