import { maskTokens } from '../../contract/rules/api-token.ts';
import { sanitizeLine } from '../../contract/rules/sanitize.ts';
import type { Streams } from '../streams.ts';

/** One line of a terminal that is written over, for what lasts; nothing anywhere else. */
export interface LiveLine {
  /** Whether anybody sees it. */
  readonly isSeen: boolean;
  show(text: string): void;
  /** Takes the line away, before something else is written and at the end. */
  clear(): void;
}

const CLEAR = '\r\u001b[2K';

type Terminal = Pick<Streams, 'stderr' | 'stderrIsTTY' | 'columns' | 'env'>;

/** Which line a terminal shows: it has room for one. */
const shown = new WeakMap<Terminal['stderr'], LiveLine>();

/** @param yields shows nothing while another line is there */
export function liveLine(
  { stderr, stderrIsTTY, columns, env }: Terminal,
  { yields = false }: { readonly yields?: boolean } = {},
): LiveLine {
  if (!stderrIsTTY || env.TERM === 'dumb') return { isSeen: false, show() {}, clear() {} };
  const line: LiveLine = {
    isSeen: true,
    show(text) {
      if (yields && (shown.get(stderr) ?? line) !== line) return;
      // A line that wraps could not be taken away again.
      const safe = sanitizeLine(maskTokens(text));
      stderr.write(`${CLEAR}${[...safe].slice(0, columns - 1).join('')}`);
      shown.set(stderr, line);
    },
    clear() {
      if (shown.get(stderr) !== line) return;
      stderr.write(CLEAR);
      shown.delete(stderr);
    },
  };
  return line;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** How often a line that turns is drawn. */
export const REFRESH_MS = 250;

/** How to let time pass while the line says what for. */
export interface Waiting extends Pick<Streams, 'clock'> {
  readonly signal: AbortSignal;
  /** The text when this many seconds are left, rounded up. */
  readonly describe: (secondsLeft: number) => string;
}

/** Lets time pass behind a spinner that says what for. */
export async function sleepVisibly(
  line: LiveLine,
  ms: number,
  { clock, signal, describe }: Waiting,
): Promise<void> {
  const end = clock.now() + ms;
  for (let left = ms; left > 0; left = end - clock.now()) {
    line.show(`${frameAt(clock.now())} ${describe(Math.ceil(left / 1000))}`);
    await clock.sleep(line.isSeen ? Math.min(left, REFRESH_MS) : left, signal);
  }
}

/** What turns in front of a line. @param now milliseconds */
export function frameAt(now: number): string {
  return FRAMES[Math.floor(now / REFRESH_MS) % FRAMES.length] as string;
}

const APPEARS_AFTER_MS = 1000;
const WIDTH = 20;

/** A bar for work of many parts that takes longer than a second; call the result after each part. */
export function progressBar(
  line: LiveLine,
  verb: string,
  total: number,
  now: () => number = () => performance.now(),
): () => void {
  const start = now();
  let done = 0;
  return () => {
    done += 1;
    if (now() - start < APPEARS_AFTER_MS || done === total) return;
    const bar = '#'.repeat(Math.round((done / total) * WIDTH)).padEnd(WIDTH, '.');
    line.show(`${verb} [${bar}] ${done}/${total}`);
  };
}
