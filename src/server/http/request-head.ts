import type { IncomingMessage } from 'node:http';
import { RequestError } from '../../account/records/request-error.ts';
import type { SocketLimits } from './socket-limits.ts';

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
