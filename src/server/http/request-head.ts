import type { IncomingMessage } from 'node:http';
import { RequestError } from '../../account/records/request-error.ts';
import type { SocketLimits } from './http-server.ts';

/** Every connection is busy. */
export function noRoom(): RequestError {
  return new RequestError('ERR_TOO_MANY_CONNECTIONS', undefined, { headers: { 'retry-after': '1' } });
}

/** What is wrong with the headers of a request, before anything else is asked. */
export function checkHead(
  request: IncomingMessage,
  { maxHeaderCount }: SocketLimits,
): RequestError | undefined {
  const { rawHeaders, headers, httpVersionMinor } = request;
  if (rawHeaders.length > 2 * maxHeaderCount) {
    return new RequestError('ERR_HEADERS_TOO_LARGE', `the request has more than ${maxHeaderCount} headers`);
  }
  const isFirstVersion = httpVersionMinor === 0;
  return (
    checkHost(rawHeaders, isFirstVersion) ??
    checkTransferCoding(headers['transfer-encoding'], isFirstVersion) ??
    // RFC 9110 section 10.1.1: HTTP/1.0 knows no expectations.
    (isFirstVersion ? undefined : checkExpectation(headers.expect))
  );
}

/** RFC 9112 section 3.2: exactly one Host header, which only HTTP/1.0 may leave out. */
function checkHost(rawHeaders: readonly string[], isFirstVersion: boolean): RequestError | undefined {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && isFirstVersion)) return undefined;
  const count = hosts === 0 ? 'no Host header' : 'more than one Host header';
  return new RequestError('ERR_MALFORMED_REQUEST', `the request has ${count}`);
}

/**
 * RFC 9112 section 6.1: what we do not understand is not implemented, chunks come once, and HTTP/1.0 has none, so that
 * nobody in between can have seen another end of the body. The parser lets only codings through that end with chunks.
 */
function checkTransferCoding(value: string | undefined, isFirstVersion: boolean): RequestError | undefined {
  if (value === undefined) return undefined;
  if (isFirstVersion) {
    return new RequestError('ERR_MALFORMED_REQUEST', 'the request is HTTP/1.0 and has a Transfer-Encoding');
  }
  const codings = listed(value);
  if (codings.some((coding) => coding !== 'chunked')) {
    return new RequestError('ERR_UNSUPPORTED_TRANSFER_CODING');
  }
  if (codings.length === 1) return undefined;
  return new RequestError('ERR_MALFORMED_REQUEST', 'the request has more than one Transfer-Encoding');
}

function checkExpectation(value: string | undefined): RequestError | undefined {
  if (value === undefined || listed(value).every((one) => one === '100-continue')) return undefined;
  return new RequestError('ERR_EXPECTATION_FAILED');
}

function listed(value: string): string[] {
  return value.split(',').map((one) => one.trim().toLowerCase());
}
