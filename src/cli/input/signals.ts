import { type CliError, interruptedError } from '../errors/cli-error.ts';
import type { Streams } from '../streams.ts';

type Signals = Pick<Streams, 'signals'>;

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How long whoever reads what a command says is waited for, once the command was asked to end. */
export const graceMs = 1_000;

const asked = new WeakSet<Streams['signals']>();

type Heard = (name: NodeJS.Signals) => void;

/** All that wait for a signal at once, of which there can be many: one listener of the process speaks to them. */
interface Hearing {
  readonly listeners: Set<Heard>;
  readonly leave: () => void;
}

const hearing = new WeakMap<Streams['signals'], Map<NodeJS.Signals, Hearing>>();

function hear(signals: Streams['signals'], name: NodeJS.Signals, listener: Heard): () => void {
  const known = hearing.get(signals) ?? new Map<NodeJS.Signals, Hearing>();
  hearing.set(signals, known);
  const here = known.get(name) ?? startHearing(signals, name);
  known.set(name, here);
  here.listeners.add(listener);
  return () => {
    if (!here.listeners.delete(listener) || here.listeners.size > 0) return;
    here.leave();
    known.delete(name);
  };
}

function startHearing(signals: Streams['signals'], name: NodeJS.Signals): Hearing {
  const listeners = new Set<Heard>();
  const tell = () => {
    asked.add(signals);
    for (const one of [...listeners]) one(name);
  };
  signals.on(name, tell);
  return { listeners, leave: () => signals.off(name, tell) };
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
