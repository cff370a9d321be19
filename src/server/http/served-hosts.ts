import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

export interface ServedHostsOptions {
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
