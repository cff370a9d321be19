import type { RequestError } from '../../account/records/request-error.ts';
import { errors } from '../../contract/errors/errors.ts';
import type { ErrorBody } from '../../contract/http/error-body.ts';
import type { HttpResponse } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';

/** The answer that says no (contract/README.md "Errors"). @param operationId names the request, in body and header */
export function errorResponse(error: RequestError, operationId: string): HttpResponse {
  const { status } = errors[error.code];
  const body: ErrorBody = {
    error_code: error.code,
    status_code: status,
    msg: error.message,
    details: { operation_id: operationId, ...(error.field !== undefined && { field: error.field }) },
  };
  return {
    status,
    headers: {
      ...error.headers,
      [protocol.operationIdHeader]: operationId,
      'content-type': protocol.jsonType,
    },
    body: JSON.stringify(body),
  };
}
