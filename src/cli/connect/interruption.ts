import { InterruptedError } from '../errors/interrupted-error.ts';
import type { Streams } from '../streams.ts';

/** Lets work end at once at SIGINT or SIGTERM, with an InterruptedError; its signal is aborted by the same error. */
export async function interruptible<T>(
  { signals }: Pick<Streams, 'signals'>,
  work: (signal: AbortSignal) => Promise<T>,
  describe: () => InterruptedError = () => new InterruptedError(),
): Promise<T> {
  const controller = new AbortController();
  let onSignal = () => {};
  const interrupted = new Promise<never>((_, reject) => {
    onSignal = () => {
      const error = describe();
      controller.abort(error);
      reject(error);
    };
  });
  signals.on('SIGINT', onSignal);
  signals.on('SIGTERM', onSignal);
  try {
    return await Promise.race([work(controller.signal), interrupted]);
  } finally {
    signals.off('SIGINT', onSignal);
    signals.off('SIGTERM', onSignal);
  }
}
