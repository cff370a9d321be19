import type { LocalErrorCode } from './local-errors.ts';

/** What helps besides the message. */
export interface ErrorAdvice {
  /** What to do about it, where the message does not say so. */
  readonly hint?: string | undefined;
  /** Commands that can be run next, as they are typed. */
  readonly next?: readonly string[];
}

/** A failure on this side of the API, with a code of ours that scripts can branch on. */
export class LocalError extends Error {
  override readonly name: string = 'LocalError';
  readonly code: LocalErrorCode;
  readonly hint: string | undefined;
  readonly next: readonly string[];

  constructor(code: LocalErrorCode, message: string, { hint, next = [] }: ErrorAdvice = {}) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.next = next;
  }
}
