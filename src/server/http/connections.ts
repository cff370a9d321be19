import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { RequestError } from '../../account/records/request-error.ts';
import { type Connection, clientOf, isAnswered, isReceiving, isWaitedFor } from './connection.ts';
import { sayFarewell } from './farewell.ts';
import { maxArrivingBytes, type SocketLimits, watchInterval } from './http-server.ts';

/** So many requests may wait on one connection before no more are read. */
const maxWaiting = 100;

/** How long the rest of a request is waited for when the service stops, in milliseconds. */
const patience = 2_000;

/**
 * The connections of a server and what is under way on them: so many that the service stays well, each with its
 * share of memory and time, and all of them ended soon and without cutting anything short when it stops.
 */
export class Connections {
  readonly #server: Server;
  readonly #limits: SocketLimits;
  readonly #open = new Map<Socket, Connection>();
  /** Connections whose TLS is not agreed on yet, by the client's address. */
  readonly #handshakes = new Map<string, Socket>();
  readonly #watch: NodeJS.Timeout;
  #turns = 0;
  #arrivingBytes = 0;
  #isClosing = false;

  constructor(server: Server, limits: SocketLimits, isTls: boolean) {
    this.#server = server;
    this.#limits = limits;
    this.#watch = setInterval(() => this.#endLate(), watchInterval(limits)).unref();
    server.on('connection', (socket: Socket) => {
      if (isTls) this.#shakeHands(socket);
      this.#add(socket);
    });
    server.on('secureConnection', (socket: Socket) => {
      const raw = this.#handshakes.get(clientOf(socket));
      if (raw) this.#open.delete(raw);
      this.#add(socket);
    });
  }

  /** Whether the answers from now on are the last ones of their connections. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /**
   * Serves a request in its turn: requests that came in one go are answered one after the other, each when the client
   * has read what is before it. Else a short message could ask for more than there is memory.
   * @param serve told whether there is room for it
   */
  begin(request: IncomingMessage, serve: (hasRoom: boolean) => void): void {
    const connection = this.#open.get(request.socket);
    if (!connection) {
      serve(true);
      return;
    }
    // RFC 9112 section 9.6: nothing is done after the answer that ends the connection.
    if (connection.isEnding) return;
    connection.turn = ++this.#turns;
    connection.underWay += 1;
    connection.newest = request;
    const { isSurplus, socket, underWay, waiting } = connection;
    if (underWay === 1 && !socket.writableNeedDrain) {
      serve(!isSurplus);
      return;
    }
    waiting.push(() => serve(!isSurplus));
    if (waiting.length === maxWaiting) this.#hold(connection);
    this.#serveNext(connection);
  }

  /** Counts a part of a body that is arriving. */
  arrive(request: IncomingMessage, bytes: number): void {
    const connection = this.#open.get(request.socket);
    if (!connection) return;
    connection.arrivedBytes += bytes;
    this.#arrivingBytes += bytes;
    if (this.#arrivingBytes > maxArrivingBytes) this.#longestWaitedFor(isReceiving)?.socket.destroy();
  }

  /** @param fail tells the one who waits for the body of the request that it will not come */
  startReceiving(request: IncomingMessage, fail: (error: RequestError) => void): void {
    const connection = this.#open.get(request.socket);
    if (!connection) return;
    if (connection.brokenBy) fail(connection.brokenBy);
    else connection.receiver = { since: performance.now(), fail };
  }

  stopReceiving(request: IncomingMessage): void {
    const connection = this.#open.get(request.socket);
    if (connection) connection.receiver = undefined;
  }

  /** Whether the rest of the request cannot be read any more. */
  isBroken(request: IncomingMessage): boolean {
    return this.#open.get(request.socket)?.brokenBy !== undefined;
  }

  /** Whether a body is asked for or will be, and not whole: its time is looked after here. */
  isBodyDue(socket: Socket): boolean {
    const connection = this.#open.get(socket);
    return connection?.newest?.complete === false && connection.underWay > 0;
  }

  /**
   * The body that is arriving cannot be read any further, which is what its request is answered.
   * @returns whether one was arriving
   */
  breakBody(socket: Socket, error: RequestError): boolean {
    const connection = this.#open.get(socket);
    if (!connection?.newest || connection.newest.complete) return false;
    connection.brokenBy = error;
    connection.receiver?.fail(error);
    // The request has had its answer.
    if (connection.underWay === 0) sayFarewell(socket);
    return true;
  }

  /** @param isLast whether the answer is the last one of its connection */
  finish(request: IncomingMessage, isLast = false): void {
    const connection = this.#open.get(request.socket);
    if (!connection) return;
    if (isLast) {
      connection.isEnding = true;
      delete connection.lastWords;
      connection.underWay -= connection.waiting.length;
      connection.waiting.length = 0;
    }
    connection.turn = ++this.#turns;
    connection.underWay -= 1;
    if (connection.underWay === 0) this.#forgetBytes(connection);
    else this.#serveNext(connection);
    if (connection.lastWords && isAnswered(connection)) connection.lastWords();
  }

  /** Runs `say` once everything that came whole over the connection is answered. */
  whenAnswered(socket: Socket, say: () => void): void {
    const connection = this.#open.get(socket);
    if (!connection || isAnswered(connection)) say();
    else connection.lastWords = say;
  }

  /** Takes no new connections, waits for the requests under way, then resolves. */
  close(): Promise<void> {
    this.#isClosing = true;
    // `closeIdleConnections` would leave those on which no request was ever complete.
    for (const connection of this.#open.values()) {
      if (connection.underWay === 0 && !connection.isEnding) connection.socket.destroySoon();
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        for (const connection of this.#open.values()) {
          if (isWaitedFor(connection)) connection.socket.destroy();
        }
      }, patience);
      this.#server.close(() => {
        clearTimeout(timer);
        clearInterval(this.#watch);
        resolve();
      });
    });
  }

  #add(socket: Socket): void {
    const { maxConnections } = this.#limits;
    const isFull = this.#open.size >= maxConnections;
    const yielding = isFull ? this.#longestWaitedFor(isWaitedFor) : undefined;
    yielding?.socket.destroy();
    if (isFull && !yielding && this.#open.size >= 2 * maxConnections) {
      socket.destroy();
      return;
    }
    const connection: Connection = {
      socket,
      turn: ++this.#turns,
      underWay: 0,
      waiting: [],
      isDraining: false,
      isEnding: false,
      arrivedBytes: 0,
      isSurplus: isFull && !yielding,
    };
    this.#open.set(socket, connection);
    socket.once('close', () => this.#remove(connection));
    // Gone from the count at once: its end is only told later.
    if (yielding) this.#remove(yielding);
  }

  #serveNext(connection: Connection): void {
    const { socket, underWay, waiting, isDraining } = connection;
    const isBusy = underWay > waiting.length;
    if (isBusy || isDraining) return;
    if (!socket.writableNeedDrain) {
      const next = waiting.shift();
      if (waiting.length < maxWaiting && socket.isPaused()) socket.resume();
      next?.();
      return;
    }
    connection.isDraining = true;
    socket.once('drain', () => {
      connection.isDraining = false;
      this.#serveNext(connection);
    });
  }

  /** Reads no further until fewer requests wait. */
  #hold({ socket, waiting }: Connection): void {
    const hold = () => {
      if (waiting.length >= maxWaiting) socket.pause();
      else socket.off('resume', hold);
    };
    socket.pause();
    // node:http resumes after each answer.
    socket.on('resume', hold);
  }

  #remove(connection: Connection): void {
    this.#forgetBytes(connection);
    this.#open.delete(connection.socket);
  }

  #forgetBytes(connection: Connection): void {
    this.#arrivingBytes -= connection.arrivedBytes;
    connection.arrivedBytes = 0;
  }

  #shakeHands(socket: Socket): void {
    const client = clientOf(socket);
    this.#handshakes.set(client, socket);
    socket.once('close', () => this.#handshakes.delete(client));
  }

  #longestWaitedFor(isCandidate: (connection: Connection) => boolean): Connection | undefined {
    let found: Connection | undefined;
    for (const connection of this.#open.values()) {
      if ((!found || connection.turn < found.turn) && isCandidate(connection)) found = connection;
    }
    return found;
  }

  /**
   * Gives up on bodies that are not whole `requestMs` after they were asked for, and on connections whose client does
   * not read: what waited at one look must be read as much later.
   */
  #endLate(): void {
    const now = performance.now();
    for (const connection of this.#open.values()) {
      const { socket, unread, receiver } = connection;
      if (receiver && now - receiver.since > this.#limits.requestMs) {
        this.breakBody(socket, new RequestError('ERR_REQUEST_TIMEOUT'));
      }
      const sent = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0) delete connection.unread;
      else if (!unread || sent >= unread.upTo) connection.unread = { upTo: socket.bytesWritten, since: now };
      else if (now - unread.since > this.#limits.requestMs) socket.destroy();
    }
  }
}
