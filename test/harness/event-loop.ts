/** Looks in each turn of the event loop for as long as some work takes. @returns what comes of the work */
export async function inEachTurn<T>(look: () => void, work: () => Promise<T>): Promise<T> {
  let isDone = false;
  const turn = () => {
    look();
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    return await work();
  } finally {
    isDone = true;
  }
}

/** Keeps the processor busy for at least so long, whatever else the machine does. */
export function keepBusy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
