import { CodedError } from '../contract/errors/coded-error.ts';
import type { ErrorBody } from '../contract/http/error-body.ts';
import { parseRetryAfter } from './retry-after.ts';

/** The service's own answer that it did not do it: every member of the error body (contract/README.md "Errors"). */
export class ApiError extends CodedError {
  /** HTTP status. */
  readonly status: number;
  readonly details: Readonly<Record<string, string>>;
  /** Names this request in the service's log. */
  readonly operationId: string;
  /** Seconds to wait, where the service says so. */
  readonly retryAfter: number | undefined;

  constructor(body: ErrorBody, headers: Readonly<Record<string, string>> = {}) {
    super(body.error_code, body.msg, { field: body.details.field });
    this.status = body.status_code;
    this.details = body.details as Readonly<Record<string, string>>;
    this.operationId = body.details.operation_id;
    this.retryAfter = parseRetryAfter(headers['retry-after'], Date.now());
  }
}
