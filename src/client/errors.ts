import { CodedError } from '../contract/errors/coded-error.ts';
import type { ErrorBody } from '../contract/http/message.ts';

/** A request that was refused here, before anything was sent: something that the caller gave cannot be used. */
export class InvalidRequestError extends CodedError {
  /** What was given: `base URL`, `API key`, or the name of a path parameter. */
  readonly subject: string;
  /** What is wrong with it, without the subject: `must not be empty`. */
  readonly problem: string;

  constructor(subject: string, problem: string) {
    super('USAGE', `${subject} ${problem}`, { field: subject });
    this.subject = subject;
    this.problem = problem;
  }
}

/** An answer that is not what the contract says: another program at the base URL, or a service of another age. */
export class ResponseError extends CodedError {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Seconds to wait, where the answer says so. */
  readonly retryAfter: number | undefined;

  /** @param place the request, as `GET /endpoints` */
  constructor(
    place: string,
    problem: string,
    status: number,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super('UNEXPECTED_ANSWER', `${place}: ${problem}`);
    this.status = status;
    this.retryAfter = retryAfterOf(headers, Date.now());
  }
}

/** How whoever asked calls what an answer is about. */
interface ErrorWords {
  readonly message?: string;
  readonly field?: string | undefined;
}

/** The service's own answer that it did not do it: every member of the error body (contract/README.md "Errors"). */
export class ApiError extends CodedError {
  /** HTTP status. */
  readonly status: number;
  readonly details: Readonly<Record<string, string>>;
  /** Names this request in the service's log. */
  readonly operationId: string;
  /** Seconds to wait, where the service says so. */
  readonly retryAfter: number | undefined;

  readonly #answer: readonly [ErrorBody, Readonly<Record<string, string>>];

  constructor(body: ErrorBody, headers: Readonly<Record<string, string>> = {}, words: ErrorWords = {}) {
    super(body.error_code, words.message ?? body.msg, { field: words.field ?? body.details.field });
    this.status = body.status_code;
    this.details = body.details as Readonly<Record<string, string>>;
    this.operationId = body.details.operation_id;
    this.retryAfter = retryAfterOf(headers, Date.now());
    this.#answer = [body, headers];
  }

  /** The same answer in other words. */
  with(words: ErrorWords): ApiError {
    return new ApiError(...this.#answer, { message: this.message, field: this.field, ...words });
  }
}

/**
 * Whole seconds that the headers of an answer ask to wait, by `Retry-After`: so many, or the time left until an HTTP
 * date (RFC 9110 section 10.2.3), by the clock of whoever answered, where the answer tells it. Undefined where there is
 * none or it says neither.
 * @param now milliseconds since 1970
 */
export function retryAfterOf(
  { 'retry-after': text, date }: Readonly<Record<string, string>>,
  now: number,
): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text.trim())) return Math.min(Math.ceil(Number(text)), Number.MAX_SAFE_INTEGER);
  const time = parseHttpDate(text);
  return time === undefined
    ? undefined
    : Math.max(0, Math.ceil((time - (parseHttpDate(date) ?? now)) / 1000));
}

/** Milliseconds since 1970, of any of the three forms (RFC 9110 section 5.6.7). */
function parseHttpDate(text = ''): number | undefined {
  // Date.parse takes almost anything; an HTTP date starts with the day of the week, and is in UTC without saying so.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
