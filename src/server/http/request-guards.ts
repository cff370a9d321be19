import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { RequestError } from '../../account/records/request-error.ts';
import { quote } from '../../contract/rules/rule.ts';
import type { Middleware } from '../app/app.ts';
import type { ServiceRequest } from '../app/arriving-body.ts';
import { refuse } from '../app/error-response.ts';

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

function judge(
  { headers, target }: ServiceRequest,
  hosts: ServedHosts,
  url: string,
): RequestError | undefined {
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

interface ServedHostsOptions {
  /** What was bound: `http://127.0.0.1:4040`. */
  readonly url: string;
  /** What `--host` said. */
  readonly host: string;
  readonly isWildcard: boolean;
  /** More names, in lower case, each with a port or for all ports. */
  readonly allowed: readonly string[];
}

/** Which hosts a service answers for: those under which its clients reach it, each with its port. */
export class ServedHosts {
  readonly #scheme: string;
  readonly #port: string;
  readonly #isWildcard: boolean;
  readonly #known: Set<string>;
  readonly #anyPort: ReadonlySet<string>;

  constructor({ url, host, isWildcard, allowed }: ServedHostsOptions) {
    const { protocol, hostname, port } = new URL(url);
    this.#scheme = protocol;
    this.#port = port === '' ? defaultPort(protocol) : port;
    this.#isWildcard = isWildcard;
    const names = ['localhost', '127.0.0.1', '[::1]', hostname, isIP(host) === 6 ? `[${host}]` : host];
    const withPort = allowed.filter(hasPort);
    this.#known = new Set([...names.map((name) => `${name.toLowerCase()}:${this.#port}`), ...withPort]);
    this.#anyPort = new Set(allowed.filter((name) => !hasPort(name)));
  }

  /** Whether a Host header, or the authority of a URL, names the service. */
  has(authority: string): boolean {
    if (this.#known.has(authority)) return true;
    const sent = authority.toLowerCase();
    const whole = hasPort(sent) ? sent : `${sent}:${defaultPort(this.#scheme)}`;
    const port = whole.slice(whole.lastIndexOf(':') + 1);
    const name = whole.slice(0, -port.length - 1);
    if (this.#known.has(whole) || this.#anyPort.has(name)) return true;
    // Asked for each time, because a machine that moves gets other addresses.
    return this.#isWildcard && port === this.#port && ownAddresses().has(name);
  }

  /** Whether an Origin header names the service. */
  hasOrigin(origin: string): boolean {
    const start = `${this.#scheme}//`;
    return origin.startsWith(start) && this.has(origin.slice(start.length));
  }
}

function hasPort(authority: string): boolean {
  return /:\d+$/.test(authority);
}

function defaultPort(scheme: string): string {
  return scheme === 'https:' ? '443' : '80';
}

function ownAddresses(): Set<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  return new Set(addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)));
}
