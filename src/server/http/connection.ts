import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestError } from '../../account/records/request-error.ts';

/** A connection and what is under way on it. */
export interface Connection {
  readonly socket: Socket;
  /** Grows with each sign of life: whoever has the lowest turn is waited for longest. */
  turn: number;
  /** Requests begun and not answered. */
  underWay: number;
  /** Those of them that wait for the ones before to be answered and read. */
  readonly waiting: (() => void)[];
  isDraining: boolean;
  /** The newest request; only its body can still be arriving. */
  newest?: IncomingMessage;
  arrivedBytes: number;
  /** Who waits for the newest request's body, since when, and hears why it will not come. */
  receiver?: { readonly since: number; readonly fail: (error: RequestError) => void } | undefined;
  /** Why the rest of that body will not come. */
  brokenBy?: RequestError;
  /** Its last answer is given: what else was asked is not done, for nobody would hear of it. */
  isEnding: boolean;
  /** Came when all others were busy: it is told so and ends. */
  readonly isSurplus: boolean;
  /** What of the answers is not read yet, and since when. */
  unread?: { upTo: number; since: number };
  /** Said once everything under way is answered. */
  lastWords?: () => void;
}

function isIdle({ underWay }: Connection): boolean {
  return underWay === 0;
}

/** Nothing is left to do but to wait for the rest of a body. */
export function isReceiving({ receiver, newest }: Connection): boolean {
  return receiver !== undefined && newest?.complete === false;
}

/** Everything that came whole has its answer. */
export function isAnswered(connection: Connection): boolean {
  return isIdle(connection) || isReceiving(connection);
}

/** Nothing can be done but to wait for the client: to ask, to send the rest, or to read. */
export function isWaitedFor(connection: Connection): boolean {
  const { socket, underWay, waiting } = connection;
  return isAnswered(connection) || (underWay === waiting.length && socket.writableNeedDrain);
}

/** The client's end, which no other connection has at the same time. */
export function clientOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
