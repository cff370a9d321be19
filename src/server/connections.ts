import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long the rest of a request is waited for when the service stops, in milliseconds. */
const patience = 2_000;

/** The connections of a server and what is under way on them, so that it stops soon and cuts nothing short. */
export class Connections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #underWay = new Set<IncomingMessage>();
  #isClosing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Whether the answers from now on are the last ones of their connections. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  begin(request: IncomingMessage): void {
    this.#underWay.add(request);
  }

  finish(request: IncomingMessage): void {
    this.#underWay.delete(request);
  }

  /** Takes no new connections, waits for the requests under way, then resolves. */
  close(): Promise<void> {
    this.#isClosing = true;
    // `closeIdleConnections` would leave those on which no request was ever complete.
    for (const socket of this.#without(() => true)) socket.destroySoon();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        for (const socket of this.#without(({ complete }) => complete)) socket.destroy();
      }, patience);
      this.#server.close(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** The connections without a request under way that is worth waiting for. */
  #without(isWorthWaiting: (request: IncomingMessage) => boolean): Socket[] {
    const busy = new Set([...this.#underWay].filter(isWorthWaiting).map(({ socket }) => socket));
    return [...this.#sockets].filter((socket) => !busy.has(socket));
  }
}
