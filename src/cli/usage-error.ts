/** The command line cannot be run as it stands; nothing was sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** What to do about it, where the message does not say so. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
