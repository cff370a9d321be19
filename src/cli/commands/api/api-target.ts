import { parseBaseUrl } from '../../../client/base-url.ts';
import { quote } from '../../../contract/rules/rule.ts';
import { UsageError } from '../../errors/usage-error.ts';

/**
 * Path and query below the base URL, out of a path (with or without a slash in front) or a whole URL. The key goes
 * nowhere else: the URL of another place, and a path that climbs out of the base URL's own, are refused.
 */
export function readApiTarget(text: string, baseUrl: string): string {
  const { origin, prefix } = parseBaseUrl(baseUrl);
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  if (text.includes('#')) throw new UsageError(`${quote(text)} must not hold a fragment`);
  const url = parse(isUrl ? text : `${origin}${prefix}/${text.replace(/^\/+/, '')}`);
  if (url === undefined) throw new UsageError(`${quote(text)} is neither a path nor a URL`);
  const isBelow = prefix === '' || url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
  if (url.origin !== origin || !isBelow || url.username !== '' || url.password !== '') {
    throw new UsageError(
      `${isUrl ? quote(url.origin + url.pathname) : quote(text)} is not below ${origin}${prefix}`,
      'the API key is sent to the base URL and nowhere else; give a path, or another --base-url or --profile',
    );
  }
  return url.pathname.slice(prefix.length) + url.search;
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** The target with further parameters in its query. */
export function withQuery(target: string, query: URLSearchParams): string {
  if (query.size === 0) return target;
  return `${target}${target.includes('?') ? '&' : '?'}${query}`;
}
