import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newOperationId } from '../../account/records/identifiers.ts';
import { RequestError } from '../../account/records/request-error.ts';
import type { App, AppResponse } from '../app/app.ts';
import type { ServiceRequest } from '../app/arriving-body.ts';
import { errorResponse } from '../app/error-response.ts';
import { refuseClientErrors, refuseConnection } from './client-errors.ts';
import { Connections } from './connections.ts';
import { sayFarewell } from './farewell.ts';
import {
  bind,
  boundAuthority,
  defaultLimits,
  openServer,
  type SocketLimits,
  type TlsPair,
} from './http-server.ts';
import { bodyOf, type IncomingBody } from './incoming-body.ts';
import { checkHead, noRoom } from './request-head.ts';
import { longBody, sendInTurns } from './send-in-turns.ts';

/** A socket that an app answers on. */
export interface Listener {
  /** `http://127.0.0.1:4040`: what was bound, with the real port. */
  readonly url: string;
  /** Takes no new connections, finishes the requests under way, then closes. */
  close(): Promise<void>;
}

interface ListenOptions {
  /** An address, or a name that is looked up. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Speaks HTTPS. */
  readonly tls?: TlsPair | undefined;
  readonly limits?: SocketLimits | undefined;
}

/**
 * Puts an app behind a socket. What cannot be read as HTTP, is too large or too slow never reaches the app; it is
 * answered with an error of the catalogue wherever somebody can still be told.
 * @param appAt makes the app for the URL that was bound
 * @throws the system's error when the address cannot be bound (`EADDRINUSE`, `EACCES`, …)
 */
export async function listen(
  appAt: (url: string) => App,
  { host, port, tls, limits = defaultLimits }: ListenOptions,
): Promise<Listener> {
  const server = await openServer(limits, tls);
  const connections = new Connections(server, limits, tls !== undefined);
  await bind(server, host, port);
  const url = `${tls ? 'https' : 'http'}://${boundAuthority(server)}`;
  const app = appAt(url);
  const serve = (request: IncomingMessage, response: ServerResponse, hasRoom: boolean) => {
    const body = bodyOf(response, connections, limits.maxBodyBytes);
    const refusal = hasRoom ? checkHead(request, limits) : noRoom();
    if (refusal) {
      const message = errorResponse(refusal, newOperationId());
      sendSoon({ message, response, body, isLast: true, connections });
      return;
    }
    const { method = '', url: target = '/' } = request;
    // RFC 9110 section 7.8: we stay with HTTP/1.1; but node:http drops what was sent behind such a request.
    const isLast = request.headers.upgrade !== undefined;
    // Node joins all headers but set-cookie, which is none of a request.
    const headers = request.headers as ServiceRequest['headers'];
    app({ method, target, headers, body }).then(
      (message) => sendSoon({ message, response, body, isLast, connections }),
      // The app never rejects. If it does, one client is lost, and not the service.
      () => {
        connections.finish(request);
        response.destroy();
      },
    );
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    connections.begin(request, (hasRoom) => serve(request, response, hasRoom));
  };
  server.on('request', onRequest);
  // Told in our own words, and to go on only when the body is asked for: `checkHead`, `IncomingBody`.
  server.on('checkExpectation', onRequest);
  server.on('checkContinue', onRequest);
  server.on('connect', (_request, socket: Socket) => {
    refuseConnection(
      socket.resume(),
      new RequestError('ERR_MALFORMED_REQUEST', 'the service is not a proxy'),
    );
  });
  refuseClientErrors(server, connections);
  return { url, close: () => connections.close() };
}

// Answers that are ready in the same turn of the event loop leave together: the first write wakes the client's
// end of the loopback, the others find it awake. Measured: 1.6 times the requests a second.
const ready: Answer[] = [];

interface Answer {
  readonly message: AppResponse;
  readonly response: ServerResponse;
  readonly body: IncomingBody | undefined;
  /** Whether the connection ends with it. */
  readonly isLast: boolean;
  readonly connections: Connections;
}

function sendSoon(answer: Answer): void {
  if (ready.length === 0) setImmediate(sendAll);
  ready.push(answer);
}

function sendAll(): void {
  for (const { message, response, body, isLast, connections } of ready.splice(0)) {
    const isEnd = isLast || body?.isLeftBehind === true;
    let sent: Promise<void> | undefined;
    try {
      if (isEnd || connections.isClosing) response.setHeader('connection', 'close');
      if (message.injectedFault) sendBroken(message, response);
      else if (message.body.length > longBody) sent = sendInTurns(message, response, isEnd);
      else send(message, response, isEnd);
    } catch {
      // The connection is gone, and with it whoever could be told.
      response.destroy();
    }
    const finish = () => connections.finish(response.req, isEnd || connections.isClosing);
    if (sent) sent.catch(() => response.destroy()).then(finish);
    else finish();
  }
}

function send({ status, headers, body }: AppResponse, response: ServerResponse, isEnd: boolean): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': length });
  const encoding = length === body.length ? 'latin1' : 'utf8';
  if (!isEnd) {
    response.end(body, encoding);
    return;
  }
  // Not ended: node:http would close the connection at once.
  response.write(body, encoding);
  response.flushHeaders();
  sayFarewell(response.req.socket, response.req);
}

/**
 * Injects a fault into an answer: nothing of it and the end of the connection, or its head and half of its body
 * and then silence. An answer without a body never comes.
 */
function sendBroken({ status, headers, body, injectedFault }: AppResponse, response: ServerResponse): void {
  if (injectedFault === 'drop') {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(body);
  if (bytes.length === 0) return;
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
}
