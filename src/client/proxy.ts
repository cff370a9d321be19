import { InvalidRequestError } from './errors.ts';
import type { HttpProxy } from './transport/proxy-transport.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an origin, by `HTTPS_PROXY` or `HTTP_PROXY` by the origin's scheme, else `ALL_PROXY`, unless
 * `NO_PROXY` has its host; lower case goes before upper case, as in curl. This machine itself is never asked for
 * through a proxy. Throws an InvalidRequestError that names the variable and not its value.
 */
export function proxyFor(origin: string, env: Environment): HttpProxy | undefined {
  const url = new URL(origin);
  const scheme = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const found = lookUp(env, scheme) ?? lookUp(env, 'all_proxy');
  if (found === undefined || isLoopback(url.hostname) || isExempt(url, env)) return undefined;
  return readProxy(...found);
}

/** Whether a host is this machine by its name or address (RFC 6761, RFC 5735). */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname);
}

/** A variable in either case, and the name that it was found by; an empty one counts as none. */
function lookUp(env: Environment, name: string): [name: string, value: string] | undefined {
  for (const spelling of [name, name.toUpperCase()]) {
    const value = env[spelling]?.trim();
    if (value) return [spelling, value];
  }
  return undefined;
}

function readProxy(source: string, text: string): HttpProxy {
  const url = parse(text);
  if (url === undefined || url.hostname === '') {
    throw new InvalidRequestError(source, 'is not the URL of a proxy; write it as http://proxy.example:8080');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const problem = `names a ${url.protocol.slice(0, -1)} proxy, which is not supported; use one that is reached by http`;
    throw new InvalidRequestError(source, problem);
  }
  if (url.username === '') return { origin: url.origin, source };
  const credentials = `${decode(url.username)}:${decode(url.password)}`;
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  return { origin: url.origin, authorization, source };
}

function parse(text: string): URL | undefined {
  try {
    // Like curl: a proxy without a scheme is reached by http.
    return new URL(text.includes('://') ? text : `http://${text}`);
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * `NO_PROXY`: hosts, separated by commas or spaces. `example.com` and `.example.com` are the host and all below it,
 * `example.com:8443` only that port, `192.0.2.0/24` a network, `*` everything.
 */
function isExempt(url: URL, env: Environment): boolean {
  const [, list = ''] = lookUp(env, 'no_proxy') ?? [];
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => matches(entry, host, port));
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const network = /^([\d.]+|\[?[\da-f:.]*:[\da-f:.]*\]?)\/(\d{1,3})$/.exec(entry);
  if (network) return isInNetwork(host, (network[1] ?? '').replace(/[[\]]/g, ''), Number(network[2]));
  const [, name = '', wantedPort] = /^(\[[^\]]*\]|[^:]*|[^:]*:.*:[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  if (wantedPort !== undefined && wantedPort !== port) return false;
  const suffix = name.replace(/^\*?\.|^\[|\]$/g, '');
  return suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`));
}

function isInNetwork(host: string, address: string, prefix: number): boolean {
  const { BlockList, isIP } = process.getBuiltinModule('node:net');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(host) === 0 || isIP(address) === 0) return false;
  if (prefix > (family === 'ipv6' ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(address, prefix, family);
  return list.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}
