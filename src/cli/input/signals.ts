import { type CliError, interruptedError } from '../errors/cli-error.ts';
import type { Streams } from '../streams.ts';

type Signals = Pick<Streams, 'signals'>;

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How long whoever reads what a command says is waited for, once the command was asked to end. */
export const graceMs = 1_000;

const asked = new WeakSet<Streams['signals']>();

/** Whether a signal asked for the end and a command took it for itself, so that the system did not end the process. */
export function wasAskedToEnd({ signals }: Signals): boolean {
  return asked.has(signals);
}

/** Calls back at each signal that asks to end. @returns what leaves the signals to others again */
export function onSignals(
  { signals }: Signals,
  listener: (name: NodeJS.Signals) => void,
  names: readonly NodeJS.Signals[] = endings,
): () => void {
  const hear = (name: NodeJS.Signals) => {
    asked.add(signals);
    listener(name);
  };
  const listeners = names.map((name) => [name, () => hear(name)] as const);
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
