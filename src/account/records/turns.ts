/**
 * How long work that comes in pieces keeps the event loop to itself before everything else that waits there has run, in
 * milliseconds.
 */
const longestTurnMs = 4;

/** When the first piece of this turn of the event loop began. */
let beganAt: number | undefined;

/** Whether pieces have had their time in this turn of the event loop. To be asked before each piece. */
export function isTurnOver(): boolean {
  if (beganAt === undefined) beginTurn();
  return performance.now() - (beganAt as number) >= longestTurnMs;
}

/** Begins a turn: everything else that waited has run. */
export function beginTurn(): void {
  beganAt = performance.now();
  setImmediate(() => {
    beganAt = undefined;
  });
}

/** Long lists and answers that wait for their turn, in the order in which they came. */
const waiting: (() => void)[] = [];

/** Lets others have their turn where it is time. To be awaited between two pieces of a long list or answer. */
export function takeTurns(): Promise<void> {
  if (!isTurnOver()) return Promise.resolve();
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(wakeNext);
  });
}

/** One in each turn of the event loop, so that the second does not wait until the first is done. */
function wakeNext(): void {
  beginTurn();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(wakeNext);
}
