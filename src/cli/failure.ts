import { CommanderError } from 'commander';
import { ApiError } from '../client/api-error.ts';
import { InvalidRequestError } from '../client/invalid-request-error.ts';
import { NetworkError } from '../client/network-error.ts';
import { ResponseError } from '../client/response-error.ts';
import { type ErrorDefinition, errors } from '../contract/errors.ts';
import { type ExitCode, exitCodeOfStatus, exitCodes } from './exit-codes.ts';
import { UsageError } from './usage-error.ts';

/** Why a command failed, in the parts that a person or a program wants apart. */
export interface Failure {
  readonly message: string;
  readonly exitCode: ExitCode;
  /** What to do next. */
  readonly hint?: string | undefined;
  /** The API's stable code. */
  readonly code?: string;
  readonly status?: number;
  readonly field?: string | undefined;
  readonly operationId?: string;
}

/**
 * Says what any error means to the one who typed the command.
 * @param command the words that were understood: `tunnelctl endpoints create`
 */
export function describeFailure(error: unknown, command: string): Failure {
  if (error instanceof ApiError) return describeApiError(error);
  if (error instanceof NetworkError) {
    return { message: error.message, hint: error.remedy, exitCode: exitCodes.network };
  }
  if (error instanceof ResponseError) {
    const exitCode = error.status >= 400 ? exitCodeOfStatus(error.status) : exitCodes.other;
    return { message: error.message, status: error.status, exitCode };
  }
  if (error instanceof UsageError) {
    return { message: error.message, hint: error.hint, exitCode: exitCodes.usage };
  }
  if (error instanceof InvalidRequestError) return { message: error.message, exitCode: exitCodes.usage };
  if (error instanceof CommanderError) {
    const hint = `${command} --help shows what it takes`;
    return { message: parserMessage(error), hint, exitCode: exitCodes.usage };
  }
  return { message: error instanceof Error ? error.message : String(error), exitCode: exitCodes.other };
}

function describeApiError(error: ApiError): Failure {
  const { code, status, message, field, operationId } = error;
  return {
    message,
    code,
    status,
    field,
    operationId,
    hint: hintOf(error),
    exitCode: exitCodeOfStatus(status),
  };
}

function hintOf({ code, field, retryAfter }: ApiError): string | undefined {
  if (retryAfter !== undefined) return `wait ${retryAfter} s, then try again`;
  const { remedy } = (errors as Record<string, ErrorDefinition>)[code] ?? {};
  return remedy
    ?.replace('that details.field names', field ?? 'that the message names')
    .replace('details.operation_id', 'the operation id');
}

// Commander's sentences in our form: no prefix, no capital or full stop within.
function parserMessage({ message }: CommanderError): string {
  return message
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .replace(/^missing required argument '(.*)'$/, '<$1> is required')
    .replace(/^option '(?:-\w, )?(\S+) .*' argument missing$/, '$1 needs a value')
    .replace(/^too many arguments.*\. Expected (\d+) arguments? but got (\d+)$/, 'takes $1 arguments, not $2')
    .replace(/^takes 1 arguments/, 'takes 1 argument')
    .replace(/\n\((Did .*)\)$/, (_, question: string) => `; ${question.toLowerCase()}`);
}
