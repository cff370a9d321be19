import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { newOperationId } from '../../account/records/identifiers.ts';
import { RequestError } from '../../account/records/request-error.ts';
import type { HttpResponse } from '../../contract/http/message.ts';
import { errorResponse } from '../app/error-response.ts';
import type { Connections } from './connections.ts';
import { sayFarewell } from './farewell.ts';

/** What node:http and the parser below it call a request that cannot be read. */
interface ClientError extends Error {
  readonly code?: string;
  /** The parser's own words. */
  readonly reason?: string;
}

const timeout = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Answers what node:http gives up on: not HTTP, too large, too slow. */
export function refuseClientErrors(server: Server, connections: Connections): void {
  const refused = new WeakSet<Socket>();
  server.on('clientError', (broken: ClientError, stream) => {
    const socket = stream as Socket;
    // The parser says it again for each further part that arrives.
    if (refused.has(socket)) return;
    // Counted from the head on, as if a body that we do not ask for yet were the client's delay.
    if (broken.code === timeout && connections.isBodyDue(socket)) return;
    refused.add(socket);
    const error = socket.writable && socket.bytesRead > 0 ? brokenRequestError(broken) : undefined;
    if (!error) socket.destroy();
    else if (!connections.breakBody(socket, error)) {
      connections.whenAnswered(socket, () => refuseConnection(socket, error));
    }
  });
}

/** The error that the client of a broken request is told; `undefined` where there is nobody to tell. */
function brokenRequestError({ code = '', reason = '' }: ClientError): RequestError | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return new RequestError('ERR_HEADERS_TOO_LARGE');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new RequestError('ERR_BODY_TOO_LARGE');
  if (code === timeout) return new RequestError('ERR_REQUEST_TIMEOUT');
  if (!code.startsWith('HPE_')) return undefined;
  const what = reason === '' ? '' : `: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
  return new RequestError(
    'ERR_MALFORMED_REQUEST',
    `the request is not HTTP that the service can read${what}`,
  );
}

/** Answers with the error on a connection that no parser reads any more, and ends it. */
export function refuseConnection(socket: Socket, error: RequestError): void {
  socket.write(print(errorResponse(error, newOperationId())));
  sayFarewell(socket);
}

function print({ status, headers, body }: HttpResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}${length}connection: close\r\n\r\n${body}`;
}
