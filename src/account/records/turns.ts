import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long answers that are made piece by piece keep the event loop to themselves, all of them together, in milliseconds. */
const longestTurnMs = 10;

/** When the first of them began in this turn of the event loop. */
let beganAt: number | undefined;

/** Lets others have their turn. To be awaited between two pieces of a long answer. */
export async function takeTurns(): Promise<void> {
  while (beganAt !== undefined && performance.now() - beganAt > longestTurnMs) await nextTurn();
  if (beganAt !== undefined) return;
  beganAt = performance.now();
  setImmediate(() => {
    beganAt = undefined;
  });
}
