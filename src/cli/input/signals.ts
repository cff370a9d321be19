import { type CliError, interruptedError } from '../errors/cli-error.ts';
import type { Streams } from '../streams.ts';

type Signals = Pick<Streams, 'signals'>;

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls back at each signal that asks to end. @returns what leaves the signals to others again */
export function onSignals(
  { signals }: Signals,
  listener: (name: NodeJS.Signals) => void,
  names: readonly NodeJS.Signals[] = endings,
): () => void {
  const listeners = names.map((name) => [name, () => listener(name)] as const);
  for (const [name, heard] of listeners) signals.on(name, heard);
  return () => {
    for (const [name, heard] of listeners) signals.off(name, heard);
  };
}

/** Lets work end at once at SIGINT or SIGTERM, with a CliError; its signal is aborted by the same error. */
export async function interruptible<T>(
  streams: Signals,
  work: (signal: AbortSignal) => Promise<T>,
  describe: () => CliError = () => interruptedError(),
): Promise<T> {
  const controller = new AbortController();
  let release = () => {};
  const interrupted = new Promise<never>((_, reject) => {
    const onSignal = () => {
      const error = describe();
      controller.abort(error);
      reject(error);
    };
    release = onSignals(streams, onSignal, ['SIGINT', 'SIGTERM']);
  });
  try {
    return await Promise.race([work(controller.signal), interrupted]);
  } finally {
    release();
  }
}
