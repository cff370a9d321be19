import { RequestError } from '../../account/records/request-error.ts';
import { hashSecret } from '../../account/resources/api-keys.ts';
import { CodedError } from '../../contract/errors/coded-error.ts';
import type { HttpResponse } from '../../contract/http/message.ts';
import { quote } from '../../contract/rules/rule.ts';
import type { Middleware } from '../app/app.ts';
import { refuse } from '../app/error-response.ts';
import type { RequestContext } from '../app/request-context.ts';

/** How many requests each API key may send in any stretch of time of this length. */
interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** As many keys as are remembered; the one that is unused longest is forgotten first. */
const mostKeys = 10_000;

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads `120/60s`. Throws a CodedError. */
export function parseRateLimit(text: string): RateLimit {
  const [, count, time, unit] = /^(\d{1,7})\/(\d{1,6})(ms|s|m|h)$/.exec(text) ?? [];
  const requests = Number(count);
  const windowMs = Number(time) * (unitMs[unit ?? ''] ?? Number.NaN);
  if (requests >= 1 && windowMs >= 100 && windowMs <= 86_400_000) return { requests, windowMs };
  throw new CodedError('USAGE', `--rate-limit ${quote(text)} is not a rate`, {
    field: '--rate-limit',
    hint: 'write REQUESTS/TIME, such as 120/60s, with a time from 100ms to 24h',
  });
}

/**
 * Refuses what an API key sends above the limit, and says in every answer how much is left (the RateLimit headers of
 * draft-ietf-httpapi-ratelimit-headers-07). Refused requests do not count.
 * @param now milliseconds of a clock that only goes forward
 */
export function limitRate(limit: RateLimit, now: () => number): Middleware {
  const windows = new Map<string, SlidingWindow>();

  function windowOf(key: string): SlidingWindow {
    const window = windows.get(key) ?? new SlidingWindow(limit.requests, limit.windowMs);
    windows.delete(key);
    windows.set(key, window);
    const [oldest] = windows.size > mostKeys ? windows.keys() : [];
    if (oldest !== undefined) windows.delete(oldest);
    return window;
  }

  return async (context, next) => {
    const window = windowOf(keyOf(context));
    const isTaken = window.take(now());
    const { remaining, waitMs, resetMs } = window.state(now());
    const response = isTaken ? await next(context) : refusal(context, limit, waitMs);
    const headers = {
      ...response.headers,
      'ratelimit-limit': String(limit.requests),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(seconds(isTaken ? resetMs : waitMs)),
    };
    return { ...response, headers };
  };
}

/** Not the token itself: it is nowhere kept. Requests without a header are one caller. */
function keyOf({ apiKey, request }: RequestContext): string {
  if (typeof apiKey !== 'string') return `${apiKey.id} ${apiKey.secretHash}`;
  const { authorization } = request.headers;
  return authorization === undefined ? '' : hashSecret(authorization);
}

function refusal(context: RequestContext, { requests, windowMs }: RateLimit, waitMs: number): HttpResponse {
  const after = seconds(waitMs);
  const message = `more than ${requests} requests in ${windowMs / 1000} s; wait ${after} s`;
  const headers = { 'retry-after': String(after) };
  return refuse(context, new RequestError('ERR_RATE_LIMITED', message, { headers }));
}

function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/** A slice more than the window has, so that no stretch of its length ever holds more than the limit. */
const slices = 61;

/** Counts what happens within a stretch of time that ends now, in slices: the memory of it does not grow. */
export class SlidingWindow {
  readonly #limit: number;
  readonly #sliceMs: number;
  readonly #counts = new Float64Array(slices);
  #newest = 0;
  #sum = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#sliceMs = Math.ceil(windowMs / (slices - 1));
  }

  /** Counts one more, unless that is above the limit. */
  take(now: number): boolean {
    const slice = this.#moveTo(now);
    if (this.#sum >= this.#limit) return false;
    this.#counts[slice % slices] = (this.#counts[slice % slices] ?? 0) + 1;
    this.#sum += 1;
    return true;
  }

  /** How many more are allowed, how long until there is one more, and until all are forgotten, in milliseconds. */
  state(now: number): { remaining: number; waitMs: number; resetMs: number } {
    const slice = this.#moveTo(now);
    const filled = Array.from({ length: slices }, (_, age) => slice - slices + 1 + age).filter(
      (one) => one >= 0 && (this.#counts[one % slices] ?? 0) > 0,
    );
    const leaves = (one: number | undefined) =>
      one === undefined ? 0 : (one + slices) * this.#sliceMs - now;
    const remaining = this.#limit - this.#sum;
    return { remaining, waitMs: remaining > 0 ? 0 : leaves(filled[0]), resetMs: leaves(filled.at(-1)) };
  }

  #moveTo(now: number): number {
    const slice = Math.floor(now / this.#sliceMs);
    const passed = Math.min(slice - this.#newest, slices);
    for (let step = 1; step <= passed; step++) {
      const place = (slice - passed + step) % slices;
      this.#sum -= this.#counts[place] ?? 0;
      this.#counts[place] = 0;
    }
    this.#newest = Math.max(slice, this.#newest);
    return this.#newest;
  }
}
