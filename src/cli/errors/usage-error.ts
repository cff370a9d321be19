import { LocalError } from './local-error.ts';

/** The command line cannot be run as it stands; nothing was sent. */
export class UsageError extends LocalError {
  override readonly name = 'UsageError';

  /** @param hint what to do about it, where the message does not say so */
  constructor(message: string, hint?: string, next?: readonly string[]) {
    super('USAGE', message, { hint, ...(next && { next }) });
  }
}
