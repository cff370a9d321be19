import type { Streams } from '../streams.ts';

/** What a command waits for, on one line of a terminal that is written over; nothing anywhere else. */
export interface StatusLine {
  /** How often to show it again for the spinner to turn; undefined where nothing is shown. */
  readonly refreshMs: number | undefined;
  show(text: string): void;
  /** Takes the line away, before something else is written and at the end. */
  clear(): void;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const REFRESH_MS = 250;
const CLEAR = '\r\u001b[2K';

type Terminal = Pick<Streams, 'stderr' | 'stderrIsTTY' | 'columns' | 'env'>;

export function statusLine({ stderr, stderrIsTTY, columns, env }: Terminal): StatusLine {
  if (!stderrIsTTY || env.TERM === 'dumb') return { refreshMs: undefined, show() {}, clear() {} };
  let frame = 0;
  let isShown = false;
  return {
    refreshMs: REFRESH_MS,
    show(text) {
      // A line that wraps could not be taken away again.
      stderr.write(`${CLEAR}${FRAMES[frame++ % FRAMES.length]} ${[...text].slice(0, columns - 3).join('')}`);
      isShown = true;
    },
    clear() {
      if (isShown) stderr.write(CLEAR);
      isShown = false;
    },
  };
}

/**
 * Lets time pass while the line says what for.
 * @param describe the text when this many seconds are left, rounded up
 */
export async function sleepVisibly(
  line: StatusLine,
  ms: number,
  { clock, signal, describe }: SleepOptions,
): Promise<void> {
  const end = clock.now() + ms;
  for (let left = ms; left > 0; left = end - clock.now()) {
    line.show(describe(Math.ceil(left / 1000)));
    await clock.sleep(Math.min(left, line.refreshMs ?? left), signal);
  }
}

export interface SleepOptions extends Pick<Streams, 'clock'> {
  readonly signal: AbortSignal;
  readonly describe: (secondsLeft: number) => string;
}
