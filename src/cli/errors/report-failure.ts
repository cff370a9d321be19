import type { ExitCode } from '../exit-codes.ts';
import type { Printer } from '../printer.ts';
import { type CliError, usageError } from './cli-error.ts';
import { describeFailure } from './failure.ts';
import { printFailure } from './print-failure.ts';

/**
 * Tells on stderr why a command failed, and answers what to exit with.
 * @param command the words that were understood
 * @param asObject one object on one line, for programs
 */
export async function reportFailure(
  error: unknown,
  command: string,
  asObject: boolean,
  printer: Printer,
): Promise<ExitCode> {
  const failure = describeFailure(error, command);
  if (!failure.isSilent) await printFailure(failure, asObject, printer);
  return failure.exitCode;
}

/** In place of the help that a person gets for a command that is not whole. */
export function incompleteCommand(command: string): CliError {
  return usageError(`${command} is not a whole command; a verb must follow`, {
    hint: `${command} --help lists the verbs`,
  });
}
