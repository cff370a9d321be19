import { parseBaseUrl } from '../../../client/base-url.ts';
import { ResponseError } from '../../../client/errors.ts';
import type { HttpResponse } from '../../../contract/http/message.ts';
import { quote } from '../../../contract/rules/rule.ts';
import { usageError } from '../../errors/cli-error.ts';

/**
 * Path and query below the base URL, out of a path (with or without a slash in front) or a whole URL. The key goes
 * nowhere else: the URL of another place, and a path that climbs out of the base URL's own, are refused.
 */
export function readApiTarget(text: string, baseUrl: string): string {
  const { origin, prefix } = parseBaseUrl(baseUrl);
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  if (text.includes('#')) throw usageError(`${quote(text)} must not hold a fragment`);
  const url = parse(isUrl ? text : `${origin}${prefix}/${text.replace(/^\/+/, '')}`);
  if (url === undefined) throw usageError(`${quote(text)} is neither a path nor a URL`);
  const isBelow = prefix === '' || url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
  if (url.origin !== origin || !isBelow || url.username !== '' || url.password !== '') {
    throw usageError(
      `${isUrl ? quote(url.origin + url.pathname) : quote(text)} is not below ${origin}${prefix}`,
      {
        hint: 'the API key is sent to the base URL and nowhere else; give a path, or another --base-url or --profile',
      },
    );
  }
  return url.pathname.slice(prefix.length) + url.search;
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/**
 * Where the next page of a list is; undefined at the end. Throws a CliError where `next_page_uri` leads away from
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
