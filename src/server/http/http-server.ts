import { createServer, type Server } from 'node:http';
import type { ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type SocketLimits, watchInterval } from './socket-limits.ts';

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
