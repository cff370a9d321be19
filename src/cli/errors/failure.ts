import type { ApiError } from '../../client/errors.ts';
import { CodedError } from '../../contract/errors/coded-error.ts';
import type { ErrorDefinition } from '../../contract/errors/errors.ts';
import { catalogue } from '../../contract/index.ts';
import { maskTokens } from '../../contract/rules/api-token.ts';
import { ownEntry } from '../../contract/schema/json-object.ts';
import { pathParameters } from '../../contract/schema/resource.ts';
import { serviceErrors } from '../../hosting/admin-api.ts';
import { type ExitCode, exitCodeOfStatus, exitCodes } from '../exit-codes.ts';
import { commandWords } from '../words/command-words.ts';
import { CliError } from './cli-error.ts';
import { type LocalErrorDefinition, localErrors } from './local-errors.ts';

/** Why a command failed, in the parts that a person or a program wants apart. */
export interface Failure {
  readonly message: string;
  readonly exitCode: ExitCode;
  /** The API's stable code, or one of ours (local-errors.ts). */
  readonly code: string;
  /** What to do next. */
  readonly hint?: string | undefined;
  /** HTTP status, where an answer came. */
  readonly status?: number | undefined;
  /** The member, parameter, option or argument at fault. */
  readonly field?: string | undefined;
  readonly operationId?: string | undefined;
  /** Commands that can be run next. */
  readonly next?: readonly string[] | undefined;
  /** Whoever ran the command knows. */
  readonly isSilent?: boolean | undefined;
}

/** What some errors say besides what every one of them does. */
type KnownError = CodedError &
  Partial<Pick<ApiError, 'status' | 'operationId' | 'retryAfter'> & Pick<CliError, 'next' | 'isSilent'>>;

/**
 * Says what any error means to the one who typed the command: the one place where a code becomes an exit code.
 * @param command the words that were understood: `tunnelctl endpoints create`
 */
export function describeFailure(error: unknown, command: string): Failure {
  return withoutTokens(failureOf(error, command));
}

/** A token that stood in the place of an id is not told further, whoever repeats it. */
function withoutTokens(failure: Failure): Failure {
  const { message, hint, field, next } = failure;
  return {
    ...failure,
    message: maskTokens(message),
    hint: hint && maskTokens(hint),
    field: field && maskTokens(field),
    next: next?.map(maskTokens),
  };
}

function failureOf(error: unknown, command: string): Failure {
  if (!(error instanceof CodedError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { message, code: 'FAILED', exitCode: exitCodes.other };
  }
  const { code, message, field, status, operationId, next, isSilent }: KnownError = error;
  const local: LocalErrorDefinition | undefined = ownEntry(localErrors, code);
  // What the service in this process throws has the code alone.
  const answered = status ?? ownEntry(apiErrors, code)?.status;
  return {
    message,
    code,
    status: answered,
    field,
    // What the data file itself refused was no request.
    operationId: operationId || undefined,
    hint: hintOf(error),
    isSilent,
    exitCode: exitCodeOf(local, answered),
    next: next ?? local?.next?.(command) ?? (local ? [] : nextAfterApiError(code, answered, command)),
  };
}

const apiErrors: Readonly<Record<string, ErrorDefinition>> = serviceErrors;

function exitCodeOf(local: LocalErrorDefinition | undefined, status: number | undefined): ExitCode {
  const isRefusal = status !== undefined && status >= 400;
  if (isRefusal) return exitCodeOfStatus(status);
  return local?.exitCode ?? exitCodes.other;
}

/** What to do about an error: what it says itself, or what the API's catalogue says of its code. */
export function hintOf({ code, field, hint, retryAfter }: KnownError): string | undefined {
  if (hint !== undefined) return hint;
  if (retryAfter !== undefined) return `wait ${retryAfter} s, then try again`;
  const remedy = ownEntry(apiErrors, code)?.remedy.replace('details.operation_id', 'the operation id');
  return remedy && withField(remedy, field);
}

/** @param field a member or parameter of the request, or an option in its place */
function withField(remedy: string, field = 'that the message names'): string {
  const isOption = field.startsWith('--');
  return remedy.replace(isOption ? 'the member that details.field names' : 'that details.field names', field);
}

/** The same error with something more to do about it. */
export function withHint(error: unknown, hint: string): CodedError {
  const known = error instanceof CodedError ? error : new CliError('FAILED', (error as Error).message);
  known.hint = [hintOf(known), hint].filter(Boolean).join('; ');
  return known;
}

/**
 * Commands that help after the API said no: what lists the ids that there are, what shows or changes the key, and what
 * explains the code. @param command the words of the command that failed
 */
function nextAfterApiError(code: string, status: number | undefined, command: string): string[] {
  return [
    ...(status === 404 ? listCommands(command) : []),
    ...(status === 401 ? ['tunnelctl whoami', 'tunnelctl login'] : []),
    `tunnelctl explain ${code}`,
  ];
}

// Only what can be run as it stands: a list that needs an id itself helps nobody who has the wrong one.
function listCommands(command: string): string[] {
  const failed = catalogue.find((entry) => commandWords(entry) === command);
  const list = catalogue.find(
    ({ resource, operation }) =>
      resource === failed?.resource && operation.list !== undefined && pathParameters(operation).length === 0,
  );
  return list === undefined ? [] : [commandWords(list)];
}
