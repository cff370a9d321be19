import { RequestError } from '../../account/records/request-error.ts';

/** How much longer than a piece of work the pause after it is: others have three quarters of the time at least. */
const pauseFactor = 3;

/** How many may wait; each holds a body of up to 1 MiB. */
const longestQueue = 100;

const waiting: (() => void)[] = [];
/** Runs while a piece may not begin. */
let pause: NodeJS.Timeout | undefined;

/**
 * Does what takes a few milliseconds and cannot be divided, such as parsing a long body: piece after piece, and however
 * many there are, others have most of the time. A piece that comes alone begins at once.
 * @throws RequestError 503 when too many wait
 */
export async function paced<T>(work: () => T): Promise<T> {
  if (waiting.length >= longestQueue) {
    const message = 'too many long bodies wait to be read; nothing was stored';
    throw new RequestError('ERR_UNAVAILABLE', message, { headers: { 'retry-after': '5' } });
  }
  if (pause) {
    pause.ref();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  const start = performance.now();
  try {
    return work();
  } finally {
    pause = setTimeout(endPause, Math.ceil(pauseFactor * (performance.now() - start)));
    // Where nobody waits, it keeps no process running.
    if (waiting.length === 0) pause.unref();
  }
}

function endPause(): void {
  pause = undefined;
  waiting.shift()?.();
}
