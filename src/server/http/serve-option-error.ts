/** Something that `serve` was asked for and cannot or will not do. The message names the flag. */
export class ServeOptionError extends Error {
  override readonly name = 'ServeOptionError';
  /** What to do about it, where the message does not say so. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
