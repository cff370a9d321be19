import type { ErrorCode, ErrorDefinition } from '../contract/errors/errors.ts';
import type { HttpRequest, HttpResponse, Transport } from '../contract/http/message.ts';
import { type Clock, systemClock } from './clock.ts';
import { retryAfterOf } from './errors.ts';
import { errorCodeOf } from './response.ts';
import { NetworkError } from './transport/network-error.ts';

/** Why a request is about to be sent again, and when. */
export interface RetryNotice {
  readonly waitMs: number;
  /** What went wrong, as the end of a sentence: `connection refused`, `the service answered 503`. */
  readonly reason: string;
}

export interface RetryOptions {
  /** How often a request is sent again at most; 0 never. */
  readonly retries: number;
  /** The same once the service has answered at all: it is there, and worth waiting for. */
  readonly retriesOnceAnswered?: number | undefined;
  readonly clock?: Clock | undefined;
  /** Told before each wait. */
  readonly onWait?: ((notice: RetryNotice) => void | Promise<void>) | undefined;
  /** From 0 up to 1, to spread the waits of callers that fail together. */
  readonly random?: (() => number) | undefined;
}

/** Longest `Retry-After` that is waited for, in seconds; a longer one is the caller's to decide. */
const longestRetryAfter = 60;

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 10_000;

/** What an attempt came to. */
type Attempt = { readonly response: HttpResponse } | { readonly error: NetworkError };

interface Verdict {
  readonly reason: string;
  /** Whether the service may have carried out the request although its answer is lost. */
  readonly isLost: boolean;
  /** Seconds that the service asks for. */
  readonly retryAfter?: number | undefined;
}

/**
 * Sends a request again where that is safe: whatever was refused before it was carried out (429, 503, no
 * connection), and a lost answer to a GET, PUT or DELETE, which mean the same twice. A repeated DELETE whose object
 * is gone has done its work. What is given up on is answered or thrown as it came last.
 */
export function withRetries(transport: Transport, options: RetryOptions): Transport {
  const {
    retries,
    retriesOnceAnswered = retries,
    clock = systemClock,
    onWait,
    random = Math.random,
  } = options;
  let hasAnswered = false;
  return async (request) => {
    let wasLost = false;
    for (let count = 0; ; count++) {
      const attempt = await attemptOnce(transport, request);
      hasAnswered ||= 'response' in attempt;
      if (wasLost && isGone(request, attempt)) return { status: 204, headers: {}, body: '' };
      const verdict = await judge(request, attempt, clock.now());
      const waitMs = verdict && waitBefore(count, verdict, random);
      if (
        verdict === undefined ||
        waitMs === undefined ||
        count >= (hasAnswered ? retriesOnceAnswered : retries)
      )
        return settle(attempt, request, { repeats: count, now: clock.now() });
      wasLost ||= verdict.isLost;
      await onWait?.({ waitMs, reason: verdict.reason });
      await clock.sleep(waitMs);
    }
  };
}

async function attemptOnce(transport: Transport, request: HttpRequest): Promise<Attempt> {
  try {
    return { response: await transport(request) };
  } catch (error) {
    if (error instanceof NetworkError) return { error };
    throw error;
  }
}

function settle(
  attempt: Attempt,
  request: HttpRequest,
  { repeats, now }: { readonly repeats: number; readonly now: number },
): HttpResponse {
  if ('error' in attempt) throw describe(attempt.error, request, repeats);
  const { response } = attempt;
  if (isOfGateway(response) && isChange(request)) throw describe(lostBehind(response, now), request, repeats);
  return response;
}

/** A gateway's answer to a change is no answer: the service behind it may have carried the change out. */
function lostBehind({ status, headers }: HttpResponse, now: number): NetworkError {
  const wait = retryAfterOf(headers, now);
  const asks = wait === undefined ? '' : ` and asks to wait ${wait} s`;
  const reason = `a gateway before the service answered ${status}${asks}`;
  return new NetworkError('reset', { message: reason, reason, remedy: '', wasSent: true });
}

/** The API's own 503 says that nothing was stored; any other comes from a gateway, which cannot know. */
function isOfGateway(response: HttpResponse): boolean {
  const { status } = response;
  return status === 502 || status === 504 || (status === 503 && errorCodeOf(response) === undefined);
}

/** Whether a request means something else when it is sent twice. */
function isChange({ method }: HttpRequest): boolean {
  return method === 'POST' || method === 'PATCH';
}

/** Says how often it was tried, and where nobody can know whether it was done. */
function describe(error: NetworkError, request: HttpRequest, repeats: number): NetworkError {
  const tried =
    repeats === 0 ? error : error.with({ message: `${error.message} (tried ${repeats + 1} times)` });
  if (!error.wasSent || !isChange(request)) return tried;
  return tried.with({
    message: `${tried.message}; the request may have been carried out`,
    remedy: 'see whether it was before you repeat it',
    mayHaveChanged: true,
  });
}

/** Why the request may be sent again; undefined where it must not, or where that cannot help. */
async function judge(request: HttpRequest, attempt: Attempt, now: number): Promise<Verdict | undefined> {
  const isRepeatable = ['GET', 'PUT', 'DELETE'].includes(request.method);
  if ('error' in attempt) {
    const { kind, reason, wasSent } = attempt.error;
    const canPass = kind === 'refused' || kind === 'reset' || kind === 'timeout';
    return canPass && (isRepeatable || !wasSent) ? { reason, isLost: wasSent } : undefined;
  }
  const { status, headers } = attempt.response;
  const reason = `the service answered ${status}`;
  const retryAfter = retryAfterOf(headers, now);
  if (status === 429) return { reason, isLost: false, retryAfter };
  if (![502, 503, 504].includes(status)) return undefined;
  const code = errorCodeOf(attempt.response);
  if (code !== undefined && (await isFinal(code))) return undefined;
  const isLost = isOfGateway(attempt.response);
  return isRepeatable || !isLost ? { reason, isLost, retryAfter } : undefined;
}

/** Whether the catalogue knows the code, and that the same request fails again. */
async function isFinal(code: string): Promise<boolean> {
  const { errors } = await import('../contract/errors/errors.ts');
  if (!Object.hasOwn(errors, code)) return false;
  const known: ErrorDefinition = errors[code as ErrorCode];
  return known.retry !== true;
}

/** Milliseconds; undefined when the service asks for more than is waited. */
function waitBefore(count: number, { retryAfter }: Verdict, random: () => number): number | undefined {
  if (retryAfter !== undefined && retryAfter > longestRetryAfter) return undefined;
  const longest = Math.min(FIRST_WAIT_MS * 2 ** count, LONGEST_WAIT_MS);
  // Never sooner than asked, and not all at the same moment.
  return Math.round((retryAfter ?? 0) * 1000 + longest * (0.5 + random() / 2));
}

function isGone({ method }: HttpRequest, attempt: Attempt): boolean {
  if (method !== 'DELETE' || !('response' in attempt) || attempt.response.status !== 404) return false;
  const code = errorCodeOf(attempt.response);
  return code !== undefined && code !== 'ERR_UNKNOWN_PATH';
}
