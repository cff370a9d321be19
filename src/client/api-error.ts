import type { ErrorBody } from '../contract/http/error-body.ts';
import { parseRetryAfter } from './retry-after.ts';

/** The service's own answer that it did not do it: the whole error body (contract/README.md "Errors"). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Stable code, `ERR_NOT_FOUND`; one of contract/errors, or a newer one. */
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
  readonly details: Readonly<Record<string, string>>;
  /** Names this request in the service's log. */
  readonly operationId: string;
  /** The body member or query parameter at fault. */
  readonly field: string | undefined;
  /** Seconds to wait, where the service says so. */
  readonly retryAfter: number | undefined;

  constructor(body: ErrorBody, headers: Readonly<Record<string, string>> = {}) {
    super(body.msg);
    this.code = body.error_code;
    this.status = body.status_code;
    this.details = body.details as Readonly<Record<string, string>>;
    this.operationId = body.details.operation_id;
    this.field = body.details.field;
    this.retryAfter = parseRetryAfter(headers['retry-after'], Date.now());
  }
}
