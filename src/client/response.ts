import { type ErrorBody, errorBody, type HttpResponse } from '../contract/http/message.ts';
import { quote } from '../contract/rules/rule.ts';
import { fits } from '../contract/schema/fits.ts';
import { type Operation, responseSchema } from '../contract/schema/resource.ts';
import type { ObjectSchema } from '../contract/schema/schema.ts';
import { formatProblem, validate } from '../contract/schema/validate.ts';
import { ApiError, ResponseError } from './errors.ts';
import type { ParameterValues } from './request.ts';

/**
 * The checked body of an answer; undefined where the operation has none. Throws an ApiError when the service
 * says no, a ResponseError when the answer does not fit the contract.
 * @param target path and query of the request
 * @param baseUrl shown where another program seems to answer
 */
export function readResponse(
  operation: Operation,
  target: string,
  response: HttpResponse,
  baseUrl: string,
): unknown {
  const { status } = response;
  const fail = (problem: string) =>
    new ResponseError(`${operation.method} ${target.split('?')[0]}`, problem, status, response.headers);
  if (status >= 300 && status < 400) {
    const elsewhere = response.headers.location;
    throw fail(
      elsewhere === undefined
        ? `answered ${status}, a redirect to nowhere`
        : `redirects to ${quote(elsewhere)}; if you trust that place, use it as base URL`,
    );
  }
  if (status >= 400) {
    const body = parse(response, fail, baseUrl);
    const problem = findMismatch(errorBody, body);
    if (problem === undefined) throw new ApiError(body as ErrorBody, response.headers);
    throw fail(
      `failed with status ${status}, without saying why as this API does; check the base URL ${baseUrl}`,
    );
  }
  const schema = responseSchema(operation);
  if (schema === undefined) return undefined;
  const body = parse(response, fail, baseUrl);
  const problem = findMismatch(schema, body);
  if (problem !== undefined) throw fail(problem);
  return body;
}

/** The code in an answer that has the API's error body; undefined for the answers of others. */
export function errorCodeOf({ body }: HttpResponse): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return findMismatch(errorBody, parsed) === undefined ? (parsed as ErrorBody).error_code : undefined;
  } catch {
    return undefined;
  }
}

function parse(
  { body, headers, status }: HttpResponse,
  fail: (problem: string) => Error,
  baseUrl: string,
): unknown {
  try {
    return JSON.parse(body);
  } catch {
    const type = headers['content-type'] ?? '';
    const what = type.startsWith('text/html')
      ? 'is a web page'
      : body === ''
        ? 'is empty'
        : `is ${quote(body)}`;
    throw fail(`the answer (status ${status}) ${what}, not JSON; check the base URL ${baseUrl}`);
  }
}

/** The first thing in which a body departs from its schema. Members that we do not know yet are fine. */
function findMismatch(schema: ObjectSchema, body: unknown): string | undefined {
  if (fits(schema, body)) return undefined;
  const [first, ...more] = validate(schema, body, { unknownMembers: 'allow', formats: 'skip' });
  if (first === undefined) return undefined;
  return formatProblem(first) + (more.length === 0 ? '' : ` (and ${more.length} more like it)`);
}

/**
 * Where the next page is; undefined at the end. Only `before_id` and `limit` are taken from `next_page_uri`:
 * its host and path are the service's idea of itself, and the key goes nowhere but to the base URL.
 */
export function nextPage(
  operation: Operation,
  place: ParameterValues,
  nextPageUri: string | null | undefined,
): ParameterValues | undefined {
  if (nextPageUri === null || nextPageUri === undefined) return undefined;
  const query = new URLSearchParams(nextPageUri.split('?')[1] ?? '');
  const beforeId = query.get('before_id');
  if (beforeId === null) {
    throw new ResponseError(
      `${operation.method} ${operation.path}`,
      `next_page_uri ${quote(nextPageUri)} leads nowhere; the list so far is incomplete`,
      200,
    );
  }
  return { ...place, before_id: beforeId, limit: query.get('limit') ?? place.limit };
}
