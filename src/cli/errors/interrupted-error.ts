import { LocalError } from './local-error.ts';

/** Whoever runs the command gave it up, as with Ctrl-C. */
export class InterruptedError extends LocalError {
  override readonly name = 'InterruptedError';
  /** Whether the message tells something that the one who interrupted does not know: in what state things are. */
  readonly saysState: boolean;

  /** @param state what was done so far; nothing where none is given */
  constructor(state?: string) {
    super('INTERRUPTED', state === undefined ? 'interrupted; nothing was changed' : `interrupted: ${state}`);
    this.saysState = state !== undefined;
  }
}
