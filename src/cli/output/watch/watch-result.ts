import type { CommandContext } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { graceMs, onSignals } from '../../input/signals.ts';
import { appendChanges } from './append-changes.ts';
import { redrawScreen } from './redraw-screen.ts';
import { poll, type Watched } from './watch-plan.ts';

/**
 * Prints a result again and again, until Ctrl-C (exit code 130), or until the one record that is looked at is gone
 * (exit code 0).
 */
export async function watch(
  watched: Watched,
  look: () => Promise<readonly unknown[]>,
  context: CommandContext,
): Promise<void> {
  const { clock } = context.streams;
  context.printer.leaveTerminal();
  const controller = new AbortController();
  const release = onSignals(context.streams, () => controller.abort(new StoppedError()));
  const looks = poll(look, watched.intervalMs, clock, controller.signal);
  try {
    const show = watched.redraws ? redrawScreen : appendChanges;
    const shown = show(until(looks, controller.signal), watched, context);
    await Promise.race([shown, graceAfter(controller.signal)]);
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    context.exitCode = exitCodes.interrupted;
  } finally {
    release();
  }
}

/** Throws the signal's reason a moment after it was aborted: what is shown then is stuck in a pipe that nobody reads. */
function graceAfter(signal: AbortSignal): Promise<never> {
  const given = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason), graceMs).unref(), {
      once: true,
    });
  });
  given.catch(() => {});
  return given;
}

class StoppedError extends Error {}

/** The values of a generator until the signal is aborted, which throws its reason even while one is awaited. */
async function* until<T>(values: AsyncGenerator<T, void>, signal: AbortSignal): AsyncGenerator<T, void> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  stopped.catch(() => {});
  for (;;) {
    const next = values.next();
    next.catch(() => {});
    const { value, done } = await Promise.race([next, stopped]);
    if (done) return;
    yield value as T;
  }
}
