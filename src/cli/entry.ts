import type { Writable } from 'node:stream';
import { exitCodes } from './exit-codes.ts';
import { graceMs, wasAskedToEnd } from './input/signals.ts';
import { run } from './main.ts';
import { processStreams } from './streams.ts';

// What the launcher runs. Node ends by itself once everything is written. A command that was asked to end does not wait
// for a reader that never comes: one that was interrupted is cut off, one that came to its end has a moment.
const streams = processStreams();
run(process.argv.slice(2), streams).then(async (exitCode) => {
  process.exitCode = exitCode;
  if (exitCode === exitCodes.interrupted) process.exit();
  if (!wasAskedToEnd(streams)) return;
  const moment = setTimeout(() => process.exit(), graceMs);
  await Promise.all([written(process.stdout), written(process.stderr)]);
  clearTimeout(moment);
});

/** Resolves once nothing is left to be written. */
function written(stream: Writable): Promise<unknown> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0) resolve(undefined);
    else stream.write('', resolve);
  });
}
