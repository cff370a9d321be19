/** What an error is about, beside its code and message. */
export interface ServiceErrorDetails {
  /** The member, parameter or option at fault. */
  readonly field?: string | undefined;
  /** What to do about it, where the message does not say so. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/**
 * What the service says no with, whichever part of it: the store, the account, the server. Whoever catches it goes by
 * the code, because its own class may belong to a part that only some commands load. Codes are stable.
 */
export class ServiceError<Code extends string = string> extends Error {
  override readonly name: string = 'ServiceError';
  readonly code: Code;
  readonly field: string | undefined;
  readonly hint: string | undefined;

  constructor(code: Code, message: string, { field, hint, cause }: ServiceErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.field = field;
    this.hint = hint;
  }
}
