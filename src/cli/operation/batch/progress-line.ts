import type { Streams } from '../../streams.ts';

/** How far something is that lasts, on one line of a terminal. */
export interface ProgressLine {
  advance(): void;
  /** Takes the line away, before something else is written or at the end. */
  clear(): void;
}

const APPEARS_AFTER_MS = 1000;
const WIDTH = 20;

/** @param verb what is done: `delete` */
export function progressLine(
  verb: string,
  total: number,
  { stderr, stderrIsTTY }: Pick<Streams, 'stderr' | 'stderrIsTTY'>,
  now: () => number = () => performance.now(),
): ProgressLine {
  const begin = now();
  let done = 0;
  let isShown = false;
  return {
    advance() {
      done += 1;
      if (!stderrIsTTY || now() - begin < APPEARS_AFTER_MS || done === total) return;
      const filled = Math.round((done / total) * WIDTH);
      const bar = '#'.repeat(filled).padEnd(WIDTH, '.');
      isShown = true;
      stderr.write(`\r\u001b[2K${verb} [${bar}] ${done}/${total}`);
    },
    clear() {
      if (isShown) stderr.write('\r\u001b[2K');
      isShown = false;
    },
  };
}
