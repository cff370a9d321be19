import { ResponseError } from '../../../client/response-error.ts';
import type { HttpResponse } from '../../../contract/http/message.ts';
import { quote } from '../../../contract/rules/rule.ts';
import { readApiTarget } from './api-target.ts';

/**
 * Where the next page of a list is; undefined at the end. Throws a UsageError where `next_page_uri` leads away from
 * the base URL, a ResponseError where it leads nowhere.
 * @param target of this page
 */
export function nextTarget(
  { body, status }: HttpResponse,
  target: string,
  baseUrl: string,
): string | undefined {
  const uri = (JSON.parse(body) as { next_page_uri?: unknown } | null)?.next_page_uri;
  if (typeof uri !== 'string') return undefined;
  const next = readApiTarget(uri, baseUrl);
  if (next !== target) return next;
  throw new ResponseError(
    `GET ${target}`,
    `next_page_uri ${quote(uri)} leads to the same page again`,
    status,
  );
}
