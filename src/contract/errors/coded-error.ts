/** What an error says besides its message. */
export interface ErrorFacts {
  /** The member, parameter, option or argument at fault, as whoever gave it calls it. */
  readonly field?: string | undefined;
  /** What to do about it, where the message does not say so. */
  readonly hint?: string | undefined;
}

/**
 * A failure that somebody foresaw, of whatever part: its code is stable, and says what became of the request or the
 * command. Whoever turns errors into texts, bodies or exit codes looks at the code, never at the class or the message.
 */
export class CodedError extends Error {
  readonly code: string;
  readonly field: string | undefined;
  /** Whoever knows more of the circumstances may add to it on the error's way up. */
  hint: string | undefined;

  /** @param message lower case, without a full stop: what failed */
  constructor(code: string, message: string, { field, hint }: ErrorFacts = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.field = field;
    this.hint = hint;
  }
}
