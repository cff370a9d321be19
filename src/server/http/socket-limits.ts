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
