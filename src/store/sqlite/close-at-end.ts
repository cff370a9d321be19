import { setImmediate as turn } from 'node:timers/promises';

/** What the last connections that may write were prepared for: as long as it is kept, the driver keeps them, too. */
const writers: object[] = [];
const mostWriters = 8;

/**
 * Has the driver let go of a file's connections, which are closed, before the process ends. It does so once their
 * statements are garbage, which nobody collects when the event loop has run empty; and the files beside the data file go
 * only with the last of its connections, if that may write (https://www.sqlite.org/wal.html, section 2.1).
 * @param writer has the statements of the connection that writes
 */
export function closeConnectionsAtEnd(writer: object): void {
  if (writers.length === 0) process.once('beforeExit', () => void closeConnections());
  writers.push(writer);
  if (writers.length > mostWriters) writers.shift();
}

async function closeConnections(): Promise<void> {
  const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([
    import('node:v8'),
    import('node:vm'),
  ]);
  setFlagsFromString('--expose-gc');
  // One round, which costs a command 15 ms: the connections that read go with it, because nobody has them any more. The
  // one that writes is kept until the process lets go of everything, and so is the last.
  (runInNewContext('gc') as () => void)();
  // The driver hears of it in the turn after.
  await turn();
}
