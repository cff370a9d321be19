import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpRequest, HttpResponse, Transport } from '../contract/message.ts';
import { protocol } from '../contract/protocol.ts';
import { Connections } from './connections.ts';

/** A socket that an app answers on. */
export interface Listener {
  /** `http://127.0.0.1:4040`: what was bound, with the real port. */
  readonly url: string;
  /** Takes no new connections, finishes the requests under way, then closes. */
  close(): Promise<void>;
}

/** A request body that is too large is still read this far, so that the client gets to see the answer. */
const maxDrainedBytes = 8 * protocol.maxBodyBytes;

/**
 * Puts an app behind a socket.
 * @param appAt makes the app for the URL that was bound
 * @param port 0 picks a free one
 * @throws the system's error when the address cannot be bound (`EADDRINUSE`, `EACCES`, …)
 */
export async function listen(
  appAt: (url: string) => Transport,
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const server = createServer();
  const connections = new Connections(server);
  await bind(server, host, port);
  const url = `http://${printAddress(server.address() as AddressInfo)}`;
  const app = appAt(url);
  server.on('request', (request, response) => {
    connections.begin(request);
    answer(app, request).then(
      (message) => sendSoon({ message, response, connections }),
      // The app never rejects; what can fail here is the connection, and then nobody is left to tell.
      () => {
        connections.finish(request);
        response.destroy();
      },
    );
  });
  return { url, close: () => connections.close() };
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function printAddress({ address, family, port }: AddressInfo): string {
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}

async function answer(app: Transport, request: IncomingMessage): Promise<HttpResponse> {
  const body = hasBody(request) ? await readBytes(request) : undefined;
  const message: HttpRequest = {
    method: request.method ?? '',
    target: request.url ?? '/',
    headers: request.headers as HttpRequest['headers'],
    body,
  };
  return app(message);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** The body, cut one byte above the limit: that much the app needs to refuse it. */
function readBytes(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      if (length <= protocol.maxBodyBytes) chunks.push(chunk);
      length += chunk.length;
      if (length > maxDrainedBytes) request.destroy();
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => {
      if (!request.complete) reject(new Error('the client went away'));
    });
  });
}

// Answers that are ready in the same turn of the event loop leave together: the first write wakes the client's
// end of the loopback, the others find it awake. Measured: 1.6 times the requests a second.
const ready: Answer[] = [];

interface Answer {
  readonly message: HttpResponse;
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
      send(message, response);
    } catch {
      // The connection is gone, and with it whoever could be told.
      response.destroy();
    }
    connections.finish(response.req);
  }
}

function send({ status, headers, body }: HttpResponse, response: ServerResponse): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': length });
  response.end(body, length === body.length ? 'latin1' : 'utf8');
}
