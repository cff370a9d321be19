import { type CliError, interruptedError } from '../errors/cli-error.ts';
import type { Streams } from '../streams.ts';

type Signals = Pick<Streams, 'signals'>;

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How long whoever reads what a command says is waited for, once the command was asked to end. */
export const graceMs = 1_000;

const asked = new WeakSet<Streams['signals']>();

type Heard = (name: NodeJS.Signals) => void;

/** Who hears of a signal: one listener of the process for all that wait at once, of which there can be many. */
const hearing = new WeakMap<Streams['signals'], Map<NodeJS.Signals, Set<Heard>>>();

/** What ends their listening, when the last of them is gone. */
const leave = new WeakMap<Set<Heard>, () => void>();

function hear(signals: Streams['signals'], name: NodeJS.Signals, listener: Heard): () => void {
  const known = hearing.get(signals) ?? new Map<NodeJS.Signals, Set<Heard>>();
  hearing.set(signals, known);
  const listeners = known.get(name) ?? new Set<Heard>();
  known.set(name, listeners);
  const tell = () => {
    asked.add(signals);
    for (const one of [...listeners]) one(name);
  };
  // The one that came first listens for the others, until the last of them is gone.
  if (listeners.size === 0) {
    signals.on(name, tell);
    leave.set(listeners, () => signals.off(name, tell));
  }
  listeners.add(listener);
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) leave.get(listeners)?.();
  };
}

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
  const own = (name: NodeJS.Signals) => listener(name);
  const releases = names.map((name) => hear(signals, name, own));
  return () => {
    for (const release of releases) release();
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
