import { sanitizeBlock, sanitizeJson } from '../../contract/rules/sanitize.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Printer } from '../printer.ts';
import { type CliError, usageError } from './cli-error.ts';
import { describeFailure, type Failure } from './failure.ts';

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
  return usageError(`${command} is not a complete command; add a verb`, {
    hint: `${command} --help lists the verbs`,
  });
}

/** The one place that prints errors: lines for people, or one object on one line for programs. */
export async function printFailure(failure: Failure, asObject: boolean, printer: Printer): Promise<void> {
  if (asObject) await printer.error(sanitizeJson(JSON.stringify({ error: errorObject(failure) })));
  else await printLines(failure, printer);
}

/** A failure as programs get it. Every member is always there, so that they need not ask which. */
export function errorObject({ code, message, status, field, operationId, hint, next }: Failure) {
  return {
    code,
    message,
    status: status ?? null,
    field: field ?? null,
    operation_id: operationId ?? null,
    hint: hint ?? null,
    next: next ?? [],
  };
}

async function printLines({ message, code, hint, operationId }: Failure, printer: Printer): Promise<void> {
  const [first, ...more] = sanitizeBlock(message).split('\n');
  // The codes of our own say no more than the message does.
  const shown = code.startsWith('ERR_') ? ` (${sanitizeBlock(code)})` : '';
  await printer.error(`error: ${first}${shown}`);
  for (const line of more) await printer.error(`       ${line}`);
  if (hint !== undefined) await printer.error(`hint: ${sanitizeBlock(hint)}`);
  if (operationId !== undefined) await printer.error(`operation id: ${sanitizeBlock(operationId)}`);
}
