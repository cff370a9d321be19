import { RequestError } from '../../account/records/request-error.ts';
import type { HttpRequest } from '../../contract/http/message.ts';
import { quote } from '../../contract/rules/rule.ts';
import type { Middleware } from '../app/app.ts';
import { refuse } from '../app/error-response.ts';
import type { ServedHosts } from './served-hosts.ts';

/**
 * Lets no web page drive or read the service, whatever its address leads to. A page of another origin is told by
 * `Origin` and `Sec-Fetch-Site`; a page whose own name was made to lead here (DNS rebinding) by `Host`. Nothing ever
 * answers with CORS headers.
 */
export function guardRequests(hosts: ServedHosts, url: string): Middleware {
  return (context, next) => {
    const refusal = judge(context.request, hosts, url);
    return refusal ? Promise.resolve(refuse(context, refusal)) : next(context);
  };
}

/** Holds bodies to less than the API's own limit, which its operations know themselves. */
export function limitBodies(maxBytes: number): Middleware {
  return (context, next) => {
    if ((context.request.body?.length ?? 0) <= maxBytes) return next(context);
    const message = `the body is larger than ${maxBytes} bytes, the limit of this service`;
    return Promise.resolve(refuse(context, new RequestError('ERR_BODY_TOO_LARGE', message)));
  };
}

function judge({ headers, target }: HttpRequest, hosts: ServedHosts, url: string): RequestError | undefined {
  const { host } = headers;
  if (host !== undefined && !hosts.has(host)) return wrongHost(host, url);
  // RFC 9112 section 3.2.2: a whole URL as the target counts, not the Host header.
  if (!target.startsWith('/')) {
    const authority = /^https?:\/\/([^/?#]*)/i.exec(target)?.[1];
    if (authority !== undefined && !hosts.has(authority)) return wrongHost(authority, url);
  }
  const { origin } = headers;
  if (origin !== undefined && !hosts.hasOrigin(origin)) {
    return new RequestError('ERR_CROSS_ORIGIN', `a web page of the origin ${quote(origin)} sent the request`);
  }
  const site = headers['sec-fetch-site'];
  // Another port of this machine is another origin of the same site.
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  return new RequestError('ERR_CROSS_ORIGIN');
}

function wrongHost(host: string, url: string): RequestError {
  return new RequestError(
    'ERR_WRONG_HOST',
    `the service does not answer for the host ${quote(host)}; use ${url}`,
  );
}
