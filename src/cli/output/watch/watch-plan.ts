import type { Clock } from '../../../client/clock.ts';
import { ApiError, ResponseError } from '../../../client/errors.ts';
import { NetworkError } from '../../../client/transport/network-error.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { formats } from '../formats.ts';
import type { OutputPlan } from '../output-plan.ts';

/** How a result is looked at again and again. */
export interface WatchPlan {
  readonly intervalMs: number;
  /** Redraws a terminal; otherwise what is new or changed is printed below what was. */
  readonly redraws: boolean;
}

/** What is watched, as those who show it need it. */
export interface Watched extends WatchPlan {
  readonly plan: OutputPlan;
  readonly isList: boolean;
  /** The command that shows it once. */
  readonly words: string;
  /** How many items are shown at most. */
  readonly limit: number;
}

const DEFAULT_SECONDS = 2;

/** @param interval seconds between two looks. Throws a CliError where the format cannot show changes. */
export function planWatch(plan: OutputPlan, interval = DEFAULT_SECONDS): WatchPlan {
  const redraws = plan.isForTerminal && !formats[plan.format].appends;
  if (!redraws && (plan.format === 'json' || plan.format === 'yaml')) {
    throw fieldError(
      '--watch',
      `cannot print one ${plan.format === 'json' ? 'JSON' : 'YAML'} document; choose --output jsonl, one event per line`,
    );
  }
  if (!redraws && plan.query !== undefined) {
    throw fieldError(
      '--query',
      'looks at whole results, and --watch prints changes here; leave one of them out',
    );
  }
  return { intervalMs: interval * 1000, redraws };
}

/** What one look found. */
export type Look =
  | { readonly kind: 'found'; readonly records: readonly unknown[] }
  /** It was there before and is gone. */
  | { readonly kind: 'gone' }
  /** No answer this time; the next look may have one. `waitMs`: as long as the service asks to wait. */
  | { readonly kind: 'failed'; readonly message: string; readonly waitMs: number };

/**
 * Looks again and again. The first look has to succeed; after it, failures that may pass are told and do not end
 * it. What is not found any more ends it where one record is looked at. A service that asks to be left alone is asked
 * again when it says.
 * @param signal ends it between two looks and during one
 */
export async function* poll(
  look: () => Promise<readonly unknown[]>,
  intervalMs: number,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Look, void> {
  let seen: Look = { kind: 'found', records: await look() };
  for (;;) {
    yield seen;
    if (seen.kind === 'gone') return;
    const asked = seen.kind === 'failed' ? seen.waitMs : 0;
    await clock.sleep(Math.max(intervalMs, asked), signal);
    seen = await lookAgain(look);
  }
}

async function lookAgain(look: () => Promise<readonly unknown[]>): Promise<Look> {
  try {
    return { kind: 'found', records: await look() };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { kind: 'gone' };
    if (!mayPass(error)) throw error;
    const { message, retryAfter } = error as Error & Pick<ApiError, 'retryAfter'>;
    const asks = retryAfter ? `; it asks to wait ${retryAfter} s` : '';
    return { kind: 'failed', message: `${message}${asks}`, waitMs: (retryAfter ?? 0) * 1000 };
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof ApiError || error instanceof ResponseError) {
    return error.status === 429 || error.status >= 500;
  }
  return error instanceof NetworkError;
}
