import { quote } from '../contract/rules/rule.ts';
import type { Operation } from '../contract/schema/resource.ts';
import type { ParameterValues } from './request.ts';
import { ResponseError } from './response-error.ts';

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
  if (beforeId === null || beforeId === place.before_id) {
    throw new ResponseError(
      `${operation.method} ${operation.path}`,
      `next_page_uri ${quote(nextPageUri)} leads nowhere; what was listed so far is not all`,
      200,
    );
  }
  return { ...place, before_id: beforeId, limit: query.get('limit') ?? place.limit };
}
