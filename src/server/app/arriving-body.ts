import { RequestError } from '../../account/records/request-error.ts';
import type { HttpRequest } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';

/** A body that is still on its way. */
export interface ArrivingBody {
  /** In bytes, as it is declared; undefined where it comes in chunks. */
  readonly length: number | undefined;
  /** Whether all of it is here already, so that nobody has to be waited for. */
  readonly isWhole: boolean;
  /** The longest that is read. */
  readonly maxBytes: number;
  /**
   * Asks for it, once.
   * @throws RequestError 413 as soon as more than `maxBytes` arrived; 400 or 408 when it does not arrive whole
   */
  read(): Promise<Uint8Array>;
}

/**
 * A request as the service gets it: from a caller in the same process with its body, from a socket with one that is
 * asked for when everything else about the request was found right. So nobody is waited for, and nothing kept, in vain.
 */
export interface ServiceRequest extends Omit<HttpRequest, 'body'> {
  readonly body?: Uint8Array | ArrivingBody | undefined;
}

/** A body longer than the API takes, or than this service does. */
export function bodyTooLarge(maxBytes: number): RequestError {
  const message =
    maxBytes < protocol.maxBodyBytes
      ? `the body is larger than ${maxBytes} bytes, the limit of this service`
      : undefined;
  return new RequestError('ERR_BODY_TOO_LARGE', message);
}
