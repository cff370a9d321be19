import { newOperationId } from '../../account/records/identifiers.ts';
import { RequestError } from '../../account/records/request-error.ts';
import type { Transport } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';
import { errorResponse } from '../app/error-response.ts';

/** Holds bodies to less than the API's own limit, which the app knows itself. */
export function limitBodies(app: Transport, maxBytes: number): Transport {
  if (maxBytes >= protocol.maxBodyBytes) return app;
  return async (request) => {
    if ((request.body?.length ?? 0) <= maxBytes) return app(request);
    const message = `the body is larger than ${maxBytes} bytes, the limit of this service`;
    return errorResponse(new RequestError('ERR_BODY_TOO_LARGE', message), newOperationId());
  };
}
