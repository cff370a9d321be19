import { parseBaseUrl } from '../../../client/base-url.ts';
import type { PageTrail } from '../../../client/page-trail.ts';
import type { RawRequest } from '../../../client/request.ts';
import type { HttpResponse } from '../../../contract/http/message.ts';
import { holdsToken } from '../../../contract/rules/api-token.ts';
import { quote } from '../../../contract/rules/rule.ts';
import { fieldError, usageError } from '../../errors/cli-error.ts';
import type { NamedFile } from '../../input/named-file.ts';
import type { TextSource } from '../../input/text-source.ts';
import type { ValueType } from '../../parser/options.ts';
import { type GivenField, readFields } from './api-fields.ts';

/** A request as it was given. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly fields: readonly GivenField[];
  readonly headers: readonly Header[];
  /** The body. */
  readonly input: NamedFile | undefined;
}

/** Method and path out of the words of the command line, of which the first may be left out. Throws a CliError. */
export function readRequestLine(
  first: string | undefined,
  second: string | undefined,
): Pick<ApiRequest, 'method' | 'path'> {
  if (first === undefined)
    throw fieldError('<path>', 'is required', { hint: 'tunnelctl api --help shows what it takes' });
  if (second === undefined) return { method: 'GET', path: first };
  if (!/^[A-Za-z]+$/.test(first)) {
    throw usageError(`${quote(first)} is not a method, such as POST`, { field: '<method>' });
  }
  return { method: first.toUpperCase(), path: second };
}

/** The request as it is sent: what `--input` or fields hold is its body, fields of all others its query. Throws a CliError. */
export async function buildRequest(
  { method, path, fields, headers, input }: ApiRequest,
  baseUrl: string,
  source: TextSource,
): Promise<RawRequest> {
  if (method === 'GET' && input !== undefined) {
    throw fieldError('--input', 'is a body, and GET has none; name the method, such as POST');
  }
  const target = readApiTarget(path, baseUrl);
  const head = { method, headers: Object.fromEntries(headers) };
  if (method !== 'GET' && input === undefined) {
    if (fields.length === 0) return { ...head, target };
    return { ...head, target, body: Buffer.from(JSON.stringify(await readFields(fields, source))) };
  }
  const query = new URLSearchParams(fields.map(({ key, text }): [string, string] => [key, text]));
  const join = query.size === 0 ? '' : target.includes('?') ? '&' : '?';
  return {
    ...head,
    target: `${target}${join}${query}`,
    ...(input !== undefined && { body: await input.bytes() }),
  };
}

/** Name, in lower case, and value. */
type Header = readonly [string, string];

/** What the program or HTTP itself decides. */
const reserved: ReadonlySet<string> = new Set([
  ...[
    'authorization',
    'connection',
    'content-length',
    'expect',
    'host',
    'keep-alive',
    'proxy-authorization',
    'te',
  ],
  ...['trailer', 'transfer-encoding', 'upgrade'],
]);

/** A header out of `Name: value`. What is wrong with one never repeats its value. */
export const header: ValueType<Header> = {
  read(given) {
    const end = given.indexOf(':');
    const name = given.slice(0, Math.max(end, 0)).trim().toLowerCase();
    const value = given.slice(end + 1).trim();
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      throw fieldError('-H', `${quote(name || given)} is not Name: value`);
    if (reserved.has(name)) {
      const isKey = name === 'authorization';
      const hint = isKey ? 'the key is that of the profile, TUNNELCTL_API_KEY or --api-key' : undefined;
      throw fieldError('-H', `${name} cannot be set by hand`, { hint });
    }
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw fieldError('-H', `${name} holds a character that no header can carry`);
    }
    return [name, value];
  },
};

/**
 * Path and query below the base URL, out of a path (with or without a slash in front) or a whole URL. The key goes
 * nowhere else: the URL of another place, and a path that climbs out of the base URL's own, are refused.
 */
function readApiTarget(text: string, baseUrl: string): string {
  const { origin, prefix } = parseBaseUrl(baseUrl);
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  if (holdsToken(text)) {
    throw usageError('<path> holds the token of an API key, and paths stand in logs', {
      field: '<path>',
      hint: 'the key is that of the profile, TUNNELCTL_API_KEY or --api-key',
    });
  }
  if (text.includes('#')) throw usageError(`${quote(text)} must not hold a fragment`);
  const address = isUrl ? text : `${origin}${prefix}/${text.replace(/^\/+/, '')}`;
  if (!URL.canParse(address)) throw usageError(`${quote(text)} is neither a path nor a URL`);
  const url = new URL(address);
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

/** What an answer holds of a list, whose name nobody knows here: the items of the first one in it. */
export function itemsOf(answer: HttpResponse): readonly unknown[] {
  return Object.values(membersOf(answer)).find(Array.isArray) ?? [];
}

/**
 * Where the next page of a list is; undefined at the end. Throws a CliError where `next_page_uri` leads away from
 * the base URL, a ResponseError where it leads back.
 */
export function nextTarget(answer: HttpResponse, trail: PageTrail, baseUrl: string): string | undefined {
  const { next_page_uri: uri } = membersOf(answer);
  if (typeof uri !== 'string') return undefined;
  const next = readApiTarget(uri, baseUrl);
  trail.goOn(next, uri);
  return next;
}

function membersOf({ body }: HttpResponse): Record<string, unknown> {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}
