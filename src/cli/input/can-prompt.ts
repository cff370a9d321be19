import type { CommandContext } from '../context.ts';

/**
 * Whether somebody is there who can be asked: at a terminal in and out, stdin not used for data, and not told
 * otherwise. Nothing else counts, least of all whether a pipeline says that it is one.
 */
export function canPrompt({
  options,
  streams,
  stdin,
}: Pick<CommandContext, 'options' | 'streams' | 'stdin'>): boolean {
  if (options.noInput || streams.env.TUNNELCTL_NO_INPUT || stdin.taker !== undefined) return false;
  // Questions stand on stderr, so that an answer on stdout can be kept apart.
  return streams.stdinIsTTY && streams.stdoutIsTTY && streams.stderrIsTTY;
}
