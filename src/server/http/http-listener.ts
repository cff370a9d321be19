import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newOperationId } from '../../account/records/identifiers.ts';
import { RequestError } from '../../account/records/request-error.ts';
import type { HttpRequest } from '../../contract/http/message.ts';
import type { App, AppResponse } from '../app/app.ts';
import { errorResponse } from '../app/error-response.ts';
import { refuseClientErrors, refuseConnection } from './client-errors.ts';
import { Connections } from './connections.ts';
import {
  bind,
  boundAuthority,
  defaultLimits,
  openServer,
  type SocketLimits,
  type TlsPair,
} from './http-server.ts';
import { checkHead, hasBody, noRoom, readRequestBody } from './read-request.ts';

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
    const refusal = hasRoom ? checkHead(request, limits) : noRoom();
    if (refusal) {
      response.setHeader('connection', 'close');
      sendSoon({ message: errorResponse(refusal, newOperationId()), response, connections });
      return;
    }
    answer(app, request, limits, connections).then(
      (message) => sendSoon({ message, response, connections }),
      // The app never rejects; what can fail here is the connection, and then nobody is left to tell.
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
  // RFC 9110 section 10.1.1: what is expected besides 100-continue may be ignored.
  server.on('checkExpectation', onRequest);
  server.on('connect', (_request, socket: Socket) => {
    refuseConnection(
      socket.resume(),
      new RequestError('ERR_MALFORMED_REQUEST', 'the service is not a proxy'),
    );
  });
  refuseClientErrors(server, connections);
  return { url, close: () => connections.close() };
}

async function answer(
  app: App,
  request: IncomingMessage,
  { maxBodyBytes }: SocketLimits,
  connections: Connections,
): Promise<AppResponse> {
  const body = hasBody(request)
    ? await readRequestBody(request, maxBodyBytes, (bytes) => connections.arrive(request, bytes))
    : undefined;
  const message: HttpRequest = {
    method: request.method ?? '',
    target: request.url ?? '/',
    headers: request.headers as HttpRequest['headers'],
    body,
  };
  return app(message);
}

// Answers that are ready in the same turn of the event loop leave together: the first write wakes the client's
// end of the loopback, the others find it awake. Measured: 1.6 times the requests a second.
const ready: Answer[] = [];

interface Answer {
  readonly message: AppResponse;
  readonly response: ServerResponse;
  readonly connections: Connections;
}

function sendSoon(answer: Answer): void {
  if (ready.length === 0) setImmediate(sendAll);
  ready.push(answer);
}

function sendAll(): void {
  for (const { message, response, connections } of ready.splice(0)) {
    try {
      if (connections.isClosing) response.setHeader('connection', 'close');
      if (message.injectedFault) sendBroken(message, response);
      else send(message, response);
    } catch {
      // The connection is gone, and with it whoever could be told.
      response.destroy();
    }
    connections.finish(response.req);
  }
}

function send({ status, headers, body }: AppResponse, response: ServerResponse): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': length });
  response.end(body, length === body.length ? 'latin1' : 'utf8');
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
