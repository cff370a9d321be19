import { processStreams } from '../../streams.ts';
import { complete } from './complete.ts';

// What the launcher runs for completion scripts, in place of the whole program. The process ends here, whatever may
// still be under way: a shell waits for it.
complete(process.argv.slice(3), processStreams()).then((text) => {
  process.stdout.write(text, () => process.exit(0));
});
