import { createServer, type Server } from 'node:http';
import type { ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { protocol } from '../../contract/http/protocol.ts';

/** What one client may take of a service behind a socket. */
export interface SocketLimits {
  /** Longest request body; the API's own 1 MiB at most. */
  readonly maxBodyBytes: number;
  /** Longest request line and headers together. */
  readonly maxHeaderBytes: number;
  readonly maxHeaderCount: number;
  /** How long request line and headers may take to arrive, from the connection's or the last request's end. */
  readonly headerMs: number;
  /** How long a whole request may take to arrive, and what is waiting of an answer to be read. */
  readonly requestMs: number;
  /** How long a connection without a request is kept. */
  readonly idleMs: number;
  /** How many connections there are at once. One more takes the place of the one that is waited for longest. */
  readonly maxConnections: number;
}

export const defaultLimits: SocketLimits = {
  maxBodyBytes: protocol.maxBodyBytes,
  maxHeaderBytes: 16 * 1024,
  maxHeaderCount: 100,
  headerMs: 10_000,
  requestMs: 30_000,
  idleMs: 5_000,
  maxConnections: 1_000,
};

/** All bodies that are arriving together, in bytes: beyond, the connection that is waited for longest ends. */
export const maxArrivingBytes = 256 * 1024 * 1024;

/** How often connections are looked at, in milliseconds: a limit of time is kept to within this. */
export function watchInterval({ headerMs, requestMs }: SocketLimits): number {
  return Math.max(20, Math.min(1_000, headerMs / 4, requestMs / 4));
}

/** Certificate (with its chain) and private key, both PEM. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

/** A server that is not listening yet, kept to the limits as far as node:http does it. */
export async function openServer(limits: SocketLimits, tls: TlsPair | undefined): Promise<Server> {
  const { maxHeaderBytes, headerMs, requestMs, idleMs } = limits;
  const options = {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headerMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: watchInterval(limits),
    // Told in our own words: `checkHead`.
    requireHostHeader: false,
  };
  const server = tls
    ? await openTlsServer({ ...options, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: headerMs })
    : createServer(options);
  // One more than is allowed, because node:http drops the others without a word.
  server.maxHeadersCount = limits.maxHeaderCount + 1;
  return server;
}

// Loaded only here: most sandboxes do without.
async function openTlsServer(options: ServerOptions): Promise<Server> {
  const { createServer } = await import('node:https');
  return createServer(options);
}

/** @throws the system's error */
export function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Host and port as they stand in a URL. */
export function boundAuthority(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}
