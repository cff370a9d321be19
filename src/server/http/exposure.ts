import { isIP } from 'node:net';
import type { App, Middleware } from '../app/app.ts';
import { type Listener, listen } from './http-listener.ts';
import { defaultLimits, type SocketLimits } from './http-server.ts';
import { type ListenAddress, resolveListenAddress, ServeOptionError } from './listen-address.ts';
import { guardRequests, ServedHosts } from './request-guards.ts';
import type { TlsFiles } from './tls-files.ts';

/** Who may come in, and how. */
export interface ExposureOptions {
  readonly host: string;
  readonly port: number;
  /** Let other machines reach it: without this, only loopback is listened on. */
  readonly allowRemote?: boolean | undefined;
  readonly tls?: TlsFiles | undefined;
  /** Hosts to answer for besides those that are listened on: names, or names with a port. */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly limits?: Partial<SocketLimits> | undefined;
}

export interface ExposedListener extends Listener {
  /** What whoever started the service should know; sentences without a full stop. */
  readonly warnings: readonly string[];
}

/**
 * Listens, and answers with the app that is made for the URL that clients use. The guards belong around everything
 * that answers them. Throws the system's error when the address cannot be bound.
 */
type Expose = (appAt: (url: string, guards: readonly Middleware[]) => App) => Promise<ExposedListener>;

/**
 * Makes sure, before anything is opened, that the service can be put where its clients reach it, and nobody else.
 * @throws ServeOptionError when the options do not go together or open more than was asked for
 */
export async function prepareExposure(options: ExposureOptions): Promise<Expose> {
  const { host, port, allowRemote = false, allowedHosts = [] } = options;
  const place = await resolveListenAddress(host);
  if (!place.isLoopback && !allowRemote) throw remoteRefusal(host, place);
  const limits = wholeLimits(options.limits);
  const tls = options.tls && (await import('./tls-files.ts')).checkTlsFiles(options.tls, Date.now());
  const urlOf = (bound: string) => clientUrl(bound, place, host, tls !== undefined);
  return async (appAt) => {
    const guarded = (bound: string) => {
      const url = urlOf(bound);
      const allowed = allowedHosts.map((name) => name.toLowerCase());
      const hosts = new ServedHosts({ url: bound, host, isWildcard: place.isWildcard, allowed });
      return appAt(url, [guardRequests(hosts, url)]);
    };
    const listener = await listen(guarded, { host: place.address, port, limits, tls: tls?.pair });
    return {
      url: urlOf(listener.url),
      close: listener.close,
      warnings: [...(tls?.warnings ?? []), ...(place.isLoopback || tls ? [] : [openWarning])],
    };
  };
}

const openWarning =
  'other machines reach this service, and API keys and secrets pass without encryption; ' +
  'add --tls-cert and --tls-key';

function remoteRefusal(host: string, { address }: ListenAddress): ServeOptionError {
  const where = host === address ? host : `${host} (${address})`;
  return new ServeOptionError(
    '--host',
    `${where} lets other machines reach the service`,
    'leave --host out to serve this machine only, or add --allow-remote, and --tls-cert and --tls-key with it',
  );
}

function wholeLimits(given: Partial<SocketLimits> = {}): SocketLimits {
  const limits = { ...defaultLimits, ...given };
  if (limits.headerMs <= limits.requestMs) return limits;
  // One of them was given: the other follows.
  if (given.headerMs === undefined) return { ...limits, headerMs: limits.requestMs };
  if (given.requestMs === undefined) return { ...limits, requestMs: limits.headerMs };
  throw new ServeOptionError('--header-timeout', 'is part of --request-timeout and cannot be longer');
}

/** Where clients on this machine reach it. A certificate names hosts rather than addresses. */
function clientUrl(
  bound: string,
  { isWildcard, address }: ListenAddress,
  host: string,
  isTls: boolean,
): string {
  const url = new URL(bound);
  if (isTls && isWildcard) url.hostname = 'localhost';
  else if (isTls && isIP(host) === 0) url.hostname = host;
  else if (isWildcard) url.hostname = isIP(address) === 6 ? '[::1]' : '127.0.0.1';
  return url.origin;
}
