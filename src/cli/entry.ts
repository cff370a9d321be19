import { exitCodes } from './exit-codes.ts';
import { run } from './main.ts';
import { processStreams } from './streams.ts';

// What the launcher runs. Node ends by itself once everything is written; only an interrupted command is cut off.
run(process.argv.slice(2), processStreams()).then((exitCode) => {
  process.exitCode = exitCode;
  if (exitCode === exitCodes.interrupted) process.exit();
});
