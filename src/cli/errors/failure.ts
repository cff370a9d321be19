import { CommanderError } from 'commander';
import { ApiError } from '../../client/api-error.ts';
import { InvalidRequestError } from '../../client/invalid-request-error.ts';
import { ResponseError } from '../../client/response-error.ts';
import { NetworkError } from '../../client/transport/network-error.ts';
import type { ErrorDefinition } from '../../contract/errors/error-definition.ts';
import { serviceErrors } from '../../hosting/admin-api.ts';
import { type ExitCode, exitCodeOfStatus, exitCodes } from '../exit-codes.ts';
import { LocalError } from './local-error.ts';
import { type LocalErrorCode, localErrors } from './local-errors.ts';
import { nextAfterApiError } from './next-commands.ts';
import { parserFailure } from './parser-failure.ts';
import { UnfinishedListError } from './unfinished-list-error.ts';

/** Why a command failed, in the parts that a person or a program wants apart. */
export interface Failure {
  readonly message: string;
  readonly exitCode: ExitCode;
  /** The API's stable code, or one of ours (local-errors.ts). */
  readonly code: string;
  /** What to do next. */
  readonly hint?: string | undefined;
  /** HTTP status, where an answer came. */
  readonly status?: number;
  /** The member, parameter, option or argument at fault. */
  readonly field?: string | undefined;
  readonly operationId?: string;
  /** Commands that can be run next. */
  readonly next?: readonly string[];
}

/**
 * Says what any error means to the one who typed the command.
 * @param command the words that were understood: `tunnelctl endpoints create`
 */
export function describeFailure(error: unknown, command: string): Failure {
  if (error instanceof UnfinishedListError) {
    const failure = describeFailure(error.cause, command);
    return { ...failure, hint: [failure.hint, error.remedy].filter(Boolean).join('; ') };
  }
  if (error instanceof ApiError) return describeApiError(error, command);
  if (error instanceof NetworkError) {
    const { message, kind, remedy } = error;
    const code = `NETWORK_${kind.toUpperCase()}` as LocalErrorCode;
    return { message, code, hint: remedy, exitCode: exitCodes.network, next: ['tunnelctl whoami'] };
  }
  if (error instanceof ResponseError) {
    const { message, status } = error;
    const exitCode = status >= 400 ? exitCodeOfStatus(status) : exitCodes.other;
    return { message, code: 'UNEXPECTED_ANSWER', status, exitCode, next: ['tunnelctl whoami'] };
  }
  if (error instanceof LocalError) return describeLocalError(error, command);
  if (error instanceof InvalidRequestError) {
    return { message: error.message, code: 'USAGE', exitCode: exitCodes.usage, field: error.subject };
  }
  if (error instanceof CommanderError) return parserFailure(error, command);
  const message = error instanceof Error ? error.message : String(error);
  return { message, code: 'FAILED', exitCode: exitCodes.other };
}

function describeLocalError({ code, message, hint, next }: LocalError, command: string): Failure {
  const isUsage = code === 'USAGE';
  return {
    message,
    code,
    hint,
    exitCode: localErrors[code].exitCode,
    // Our messages start with what they are about.
    field: isUsage ? /^(--[\w.-]+|<[\w-]+>)/.exec(message)?.[1] : undefined,
    next: next.length === 0 && isUsage ? [`${command} --help`] : next,
  };
}

function describeApiError(error: ApiError, command: string): Failure {
  const { code, status, message, field, operationId } = error;
  return {
    message,
    code,
    status,
    field,
    // What the data file itself refused was no request.
    ...(operationId !== '' && { operationId }),
    hint: hintOf(error),
    exitCode: exitCodeOfStatus(status),
    next: nextAfterApiError(error, command),
  };
}

function hintOf({ code, field, retryAfter }: ApiError): string | undefined {
  if (retryAfter !== undefined) return `wait ${retryAfter} s, then try again`;
  const { remedy } = (serviceErrors as Record<string, ErrorDefinition>)[code] ?? {};
  return remedy
    ?.replace('that details.field names', field ?? 'that the message names')
    .replace('details.operation_id', 'the operation id');
}
