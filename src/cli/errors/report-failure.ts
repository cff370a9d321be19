import { CommanderError } from 'commander';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { wantsErrorObject } from './error-format.ts';
import { describeFailure } from './failure.ts';
import { incompleteFailure } from './parser-failure.ts';
import { printFailure } from './print-failure.ts';

/** How far the parser came. */
export interface ParserState {
  /** Help in place of a command that is not whole. */
  readonly unasked: string;
  /** The words that were understood: `tunnelctl endpoints create`. */
  readonly command: string;
}

/** Tells on stderr why a command failed, as lines or as one object, and answers what to exit with. */
export async function reportFailure(
  error: unknown,
  argv: readonly string[],
  { unasked, command }: ParserState,
  { printer, streams }: Pick<CommandContext, 'printer' | 'streams'>,
): Promise<ExitCode> {
  const asObject = wantsErrorObject(argv, streams);
  const isIncomplete = error instanceof CommanderError && unasked !== '';
  if (isIncomplete && !asObject) {
    await printer.error(unasked.trimEnd());
    return exitCodes.usage;
  }
  const failure = isIncomplete ? incompleteFailure(command) : describeFailure(error, command);
  if (streams.env.TUNNELCTL_DEBUG && error instanceof Error) await printer.error(error.stack ?? '');
  await printFailure(failure, asObject, printer);
  return failure.exitCode;
}
