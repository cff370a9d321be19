import type { Clock } from '../../../client/clock.ts';
import { ApiError, ResponseError } from '../../../client/errors.ts';
import { NetworkError } from '../../../client/transport/network-error.ts';

/** What one look found. */
export type Look =
  | { readonly kind: 'found'; readonly records: readonly unknown[] }
  /** It was there before and is gone. */
  | { readonly kind: 'gone' }
  /** No answer this time; the next look may have one. */
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Looks again and again. The first look has to succeed; after it, failures that may pass are told and do not end
 * it. What is not found any more ends it where one record is looked at.
 * @param signal ends it between two looks and during one
 */
export async function* poll(
  look: () => Promise<readonly unknown[]>,
  intervalMs: number,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Look, void> {
  yield { kind: 'found', records: await look() };
  for (;;) {
    await clock.sleep(intervalMs, signal);
    const seen = await lookAgain(look);
    yield seen;
    if (seen.kind === 'gone') return;
  }
}

async function lookAgain(look: () => Promise<readonly unknown[]>): Promise<Look> {
  try {
    return { kind: 'found', records: await look() };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { kind: 'gone' };
    if (!mayPass(error)) throw error;
    return { kind: 'failed', message: (error as Error).message };
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof ApiError || error instanceof ResponseError) {
    return error.status === 429 || error.status >= 500;
  }
  return error instanceof NetworkError;
}
