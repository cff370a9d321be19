import { RequestError } from '../../account/records/request-error.ts';
import type { ErrorBody, HttpResponse } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';
import { StoreFileError, StoreUnavailableError } from '../../store/store.ts';
import type { Handler } from './app.ts';
import type { RequestContext } from './request-context.ts';

/** What a client is told: a RequestError, or an error that no operation of the API has. */
interface AnsweredError {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly field?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer that says no (contract/README.md "Errors"). @param operationId names the request, in body and header */
export function errorResponse(error: AnsweredError, operationId: string): HttpResponse {
  const { code, status, message, field, headers } = error;
  const body: ErrorBody = {
    error_code: code,
    status_code: status,
    msg: message,
    details: { operation_id: operationId, ...(field !== undefined && { field }) },
  };
  return {
    status,
    headers: { ...headers, [protocol.operationIdHeader]: operationId, 'content-type': protocol.jsonType },
    body: JSON.stringify(body),
  };
}

/** Says no to a request that is on its way through the middlewares. */
export function refuse(context: RequestContext, error: AnsweredError): HttpResponse {
  context.errorCode = error.code;
  return errorResponse(error, context.operationId);
}

/** A handler that answers what another one throws: with its RequestErrors, or with a failure of ours. */
export function answeringErrors(handler: Handler): Handler {
  return async (context) => {
    try {
      return await handler(context);
    } catch (error) {
      if (error instanceof RequestError) return refuse(context, error);
      context.failure = error;
      return refuse(context, failureError(error));
    }
  };
}

function failureError(error: unknown): RequestError {
  // Its message is for whoever keeps the file, and nobody else can help.
  if (error instanceof StoreFileError) return new RequestError('ERR_DATA_FILE_UNUSABLE', error.message);
  return error instanceof StoreUnavailableError
    ? new RequestError('ERR_UNAVAILABLE', undefined, { headers: { 'retry-after': '1' } })
    : new RequestError('ERR_INTERNAL');
}
