import { CodedError, type ErrorFacts } from '../../contract/errors/coded-error.ts';
import type { LocalErrorCode } from './local-errors.ts';

/** What helps besides the message. */
export interface ErrorAdvice extends ErrorFacts {
  /** Commands that can be run next, as they are typed. */
  readonly next?: readonly string[] | undefined;
  /** Whoever runs the command knows already: nothing is printed. */
  readonly isSilent?: boolean;
}

/** A failure on this side of the API, with a code of ours (local-errors.ts) that scripts can branch on. */
export class CliError extends CodedError {
  declare readonly code: LocalErrorCode;
  readonly next: readonly string[] | undefined;
  readonly isSilent: boolean;

  constructor(code: LocalErrorCode, message: string, advice: ErrorAdvice = {}) {
    super(code, message, advice);
    this.next = advice.next;
    this.isSilent = advice.isSilent === true;
  }
}

/** The command line cannot be run as it stands; nothing was sent. */
export function usageError(message: string, advice?: ErrorAdvice): CliError {
  return new CliError('USAGE', message, advice);
}

/** The same for an option or an argument: `--tls-key`, `needs --tls-cert`. */
export function fieldError(field: string, problem: string, advice?: ErrorAdvice): CliError {
  return usageError(`${field} ${problem}`, { ...advice, field });
}

/**
 * Whoever runs the command gave it up, as with Ctrl-C.
 * @param state what was done so far, where that is not known without being said
 */
export function interruptedError(state?: string): CliError {
  const message = state === undefined ? 'interrupted; nothing was changed' : `interrupted: ${state}`;
  return new CliError('INTERRUPTED', message, { isSilent: state === undefined });
}

/** Whether an error is the one of this code, whoever threw it. */
export function hasCode(error: unknown, code: string): error is CodedError {
  return error instanceof CodedError && error.code === code;
}
