import type { IncomingMessage } from 'node:http';
import { RequestError } from '../../account/records/request-error.ts';
import { protocol } from '../../contract/http/protocol.ts';
import type { SocketLimits } from './http-server.ts';

/** Every connection is busy. */
export function noRoom(): RequestError {
  return new RequestError('ERR_TOO_MANY_CONNECTIONS', undefined, { headers: { 'retry-after': '1' } });
}

/**
 * What is wrong with the headers of a request, before anything else is asked. RFC 9112 section 3.2: exactly one Host
 * header, which only HTTP/1.0 may leave out.
 */
export function checkHead(
  { rawHeaders, httpVersionMinor }: IncomingMessage,
  { maxHeaderCount }: SocketLimits,
): RequestError | undefined {
  if (rawHeaders.length > 2 * maxHeaderCount) {
    return new RequestError('ERR_HEADERS_TOO_LARGE', `the request has more than ${maxHeaderCount} headers`);
  }
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && httpVersionMinor === 0)) return undefined;
  const count = hosts === 0 ? 'no Host header' : 'more than one Host header';
  return new RequestError('ERR_MALFORMED_REQUEST', `the request has ${count}`);
}

/** A request body that is too large is still read this far, so that the client gets to see the answer. */
const maxDrainedBytes = 8 * protocol.maxBodyBytes;

/** Whether a body follows the headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * The body, cut one byte above the limit at the earliest: that much the app needs to refuse it.
 * @param onPart told of the bytes that are kept
 */
export function readRequestBody(
  request: IncomingMessage,
  maxBytes: number,
  onPart: (bytes: number) => void,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      if (length <= maxBytes) {
        chunks.push(chunk);
        onPart(chunk.length);
      }
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
