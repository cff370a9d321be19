import type { Streams } from '../streams.ts';
import type { LiveLine } from './live-line.ts';

const APPEARS_AFTER_MS = 1000;

/** Says what is being waited for, once that takes longer than a second. */
export interface WaitingLine {
  /** Waits for some work. @param what it is, in a few words */
  during<T>(what: () => string, work: Promise<T>): Promise<T>;
  /** Takes the line away while something else is written; it comes back when that is done. */
  aside<T>(writing: () => Promise<T>): Promise<T>;
  /** Shows nothing any more: the terminal is another's. */
  end(): void;
}

/** A line for what a command waits for, on a person's terminal. Nothing is looked at before a second has passed. */
export function waitingLine(
  streams: Pick<Streams, 'stderr' | 'stderrIsTTY' | 'columns' | 'env'>,
): WaitingLine {
  const waited: { readonly what: () => string; readonly since: number }[] = [];
  let line: LiveLine | undefined;
  let writers = 0;
  let timer: NodeJS.Timeout | undefined;
  // Nobody would see it, and a log of a pipeline would keep every frame.
  let hasEnded = !streams.stderrIsTTY || Boolean(streams.env.CI);
  const draw = async () => {
    const own = timer;
    // Loaded here: most answers come sooner.
    const { frameAt, liveLine, REFRESH_MS } = await import('./live-line.ts');
    const [first] = waited;
    if (own !== timer || first === undefined) return;
    line ??= liveLine(streams, { yields: true });
    if (!line.isSeen) return;
    const now = Date.now();
    const seconds = Math.floor((now - first.since) / 1000);
    if (writers === 0) line.show(`${frameAt(now)} waiting for ${first.what()}, ${seconds} s`);
    timer = setTimeout(draw, REFRESH_MS);
  };
  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
    line?.clear();
  };
  const tell = async <T>(what: () => string, work: Promise<T>): Promise<T> => {
    const one = { what, since: Date.now() };
    waited.push(one);
    timer ??= setTimeout(draw, APPEARS_AFTER_MS);
    try {
      return await work;
    } finally {
      waited.splice(waited.indexOf(one), 1);
      if (waited.length === 0) rest();
    }
  };
  return {
    during: (what, work) => (hasEnded ? work : tell(what, work)),
    async aside(writing) {
      line?.clear();
      writers += 1;
      try {
        return await writing();
      } finally {
        writers -= 1;
      }
    },
    end() {
      hasEnded = true;
      waited.splice(0);
      rest();
    },
  };
}
