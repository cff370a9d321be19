import { usageError } from '../errors/cli-error.ts';
import type { Streams } from '../streams.ts';

/** Stdin as data: one thing on the command line can have it. */
export interface StdinReader {
  /** What has it, as it stands on the command line: `--metadata @-`. */
  readonly taker: string | undefined;
  /** All of it. Throws a CliError when something else has it. */
  read(taker: string): Promise<Uint8Array>;
}

export function createStdinReader(streams: Pick<Streams, 'stdin'>): StdinReader {
  let holder: string | undefined;
  return {
    get taker() {
      return holder;
    },
    async read(taker) {
      if (holder !== undefined) {
        throw usageError(`${taker} cannot read stdin, which ${holder} reads already`);
      }
      holder = taker;
      const chunks: Uint8Array[] = [];
      for await (const chunk of streams.stdin) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks);
    },
  };
}
