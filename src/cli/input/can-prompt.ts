import type { GlobalOptions } from '../parser/global-options.ts';
import type { Streams } from '../streams.ts';
import type { StdinReader } from './stdin-reader.ts';

/**
 * Whether somebody is there who can be asked: at a terminal in and out, stdin not used for data, and not told
 * otherwise. Nothing else counts, least of all whether a pipeline says that it is one.
 */
export function canPrompt(
  { noInput }: Pick<GlobalOptions, 'noInput'>,
  streams: Streams,
  stdin: StdinReader,
): boolean {
  if (noInput || streams.env.TUNNELCTL_NO_INPUT || stdin.taker !== undefined) return false;
  // Questions stand on stderr, so that an answer on stdout can be kept apart.
  return streams.stdinIsTTY && streams.stdoutIsTTY && streams.stderrIsTTY;
}
