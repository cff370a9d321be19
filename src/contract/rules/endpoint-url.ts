import { checkDomainName, isIpv4, parseIpv6, parsePort } from './host.ts';
import { ProblemError, quote, type Rule, ruleOf } from './rule.ts';

/** What the `url` of an endpoint says (contract/README.md "Endpoint"). */
export interface EndpointUrl {
  readonly proto: 'http' | 'https' | 'tcp' | 'tls';
  /** The same word as `proto`: the API document tells no difference between them. */
  readonly scheme: 'http' | 'https' | 'tcp' | 'tls';
  /** Lower case; `*.example.com` for a wildcard; IPv6 without brackets in its shortest form. */
  readonly host: string;
  readonly port: number;
  /** `host:port`, always with the port; IPv6 in brackets. */
  readonly hostport: string;
  /** The canonical form: lower case, without path, without the scheme's default port. Also the `public_url`. */
  readonly url: string;
  /** Whether the host ends in `.internal`: reachable by `forward-internal` only, and without a domain. */
  readonly isInternal: boolean;
  readonly isWildcard: boolean;
  /** The `bindings` of an endpoint that names none. */
  readonly defaultBinding: 'internal' | 'public';
}

const DEFAULT_PORTS = { http: 80, https: 443, tcp: undefined, tls: 443 } as const;
type Scheme = keyof typeof DEFAULT_PORTS;

/**
 * Reads the `url` of an endpoint: `https://host`, `http://host`, `tls://host`, each with an optional port, or
 * `tcp://host:port`. A host is a DNS name of two labels or more, `*.` in front allowed except for tcp; an IP
 * address is a host for tcp only, because the other protocols are told apart by the name they ask for.
 * Throws a ProblemError with a problem sentence.
 */
export function parseEndpointUrl(value: string): EndpointUrl {
  refuseIf(/[\s\p{C}\\]/u.test(value), 'must not hold white space, a backslash or a control character');
  // Before anything is echoed: what stands before the @ may be a password.
  refuseIf(value.includes('@'), 'must not carry a user name or password');
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(.*)$/i.exec(value);
  const [, scheme = '', authority = '', path = '', rest = ''] = parts ?? [];
  refuseIf(
    parts === null,
    () => `${quote(value)} is not an endpoint URL; write for example https://app.example.com`,
  );
  const proto = scheme.toLowerCase();
  if (!isScheme(proto))
    throw new ProblemError(`has the scheme ${quote(scheme)}; use https, http, tcp or tls`);
  refuseIf(
    rest !== '',
    () => `must not have a ${rest.startsWith('?') ? 'query' : 'fragment'}; stop after the host`,
  );
  refuseIf(path !== '' && path !== '/', () => `must not have the path ${quote(path)}; stop after the host`);

  const { host, isAddress, port } = readAuthority(authority, proto);
  const isInternal = host.endsWith('.internal');
  const printed = isAddress && host.includes(':') ? `[${host}]` : host;
  const hostport = `${printed}:${port}`;
  return {
    proto,
    scheme: proto,
    host,
    port,
    hostport,
    url: `${proto}://${port === DEFAULT_PORTS[proto] ? printed : hostport}`,
    isInternal,
    isWildcard: host.startsWith('*.'),
    defaultBinding: defaultBindingOf(value),
  };
}

/** The `bindings` of an endpoint that names none, by its `url`, which is one that `parseEndpointUrl` takes. */
export function defaultBindingOf(url: string): EndpointUrl['defaultBinding'] {
  return /\.internal(?::\d+)?\/?$/i.test(url) ? 'internal' : 'public';
}

const plainUrl = /^https:\/\/(?:[a-z](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/;

/** Whether it is at first sight a URL as it is shown: most are, and ten thousand may be looked at one after the other. */
export function isPlainUrl(value: string): boolean {
  // So short that no label is too long; punycode is worth a second look.
  return value.length <= 60 && plainUrl.test(value) && !value.includes('xn--');
}

const judge = ruleOf(parseEndpointUrl);

/** Judges the `url` of an endpoint as `parseEndpointUrl` does. */
export const checkEndpointUrl: Rule = (value) => (isPlainUrl(value) ? undefined : judge(value));

/** As `checkEndpointUrl`, and the host must be under `.internal`: the target of a `forward-internal` action. */
export const checkInternalUrl: Rule = ruleOf((value) => {
  refuseIf(
    !parseEndpointUrl(value).isInternal,
    () => `${quote(value)} is not an internal endpoint; its host must end in .internal`,
  );
});

function readAuthority(authority: string, scheme: Scheme) {
  const parts = /^(\[[^\]]*\]|[^:[\]]*)(?::([^:]*))?$/.exec(authority);
  const [, written = '', portText] = parts ?? [];
  refuseIf(
    parts === null,
    () => `${quote(authority)} is not a host with an optional port; an IPv6 address goes in brackets`,
  );
  const port = portText === undefined ? DEFAULT_PORTS[scheme] : parsePort(portText);
  if (port === undefined) {
    const problem =
      portText === undefined
        ? 'needs a port, as in'
        : `has the port ${quote(portText)}, not 1 to 65535, as in`;
    throw new ProblemError(
      `${problem} ${scheme}://${written === '' ? 'example.com' : written.slice(0, 60)}:5432`,
    );
  }
  return { ...readHost(written.toLowerCase(), scheme), port };
}

function readHost(written: string, scheme: Scheme): { host: string; isAddress: boolean } {
  const address = written.startsWith('[')
    ? parseIpv6(written.slice(1, -1))
    : isIpv4(written)
      ? written
      : undefined;
  refuseIf(
    written.startsWith('[') && address === undefined,
    () => `${quote(written)} is not an IPv6 address`,
  );
  if (address !== undefined) {
    refuseIf(scheme !== 'tcp', () => `has the address ${quote(written)} as host; ${scheme} needs a domain`);
    return { host: address, isAddress: true };
  }
  refuseIf(written === '', `has no host; write for example ${scheme}://app.example.com`);
  refuseIf(written === 'internal' || written === '.internal', 'needs a name before ".internal"');
  const isWildcard = written.startsWith('*.');
  refuseIf(isWildcard && scheme === 'tcp', 'cannot be a wildcard with tcp, which carries no host name');
  const name = isWildcard ? written.slice(2) : written;
  // *.internal is one account's own space, while *.com would be everyone's.
  const problem = checkDomainName(name, isWildcard && name === 'internal' ? 1 : 2);
  refuseIf(problem !== undefined, problem ?? '');
  return { host: written, isAddress: false };
}

function isScheme(text: string): text is Scheme {
  return Object.hasOwn(DEFAULT_PORTS, text);
}

/** @param problem what takes time to say is said only where it is so: lists are read with this */
function refuseIf(condition: boolean, problem: string | (() => string)): void {
  if (condition) throw new ProblemError(typeof problem === 'string' ? problem : problem());
}
