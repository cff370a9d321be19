import { CodedError } from '../../contract/errors/coded-error.ts';

/** Something that `serve` was asked for and cannot or will not do. */
export class ServeOptionError extends CodedError {
  /**
   * @param flag the option at fault, as it is typed: `--host`
   * @param problem what is wrong with it, so that a sentence comes out behind the flag
   * @param hint what to do about it, where the problem does not say so
   */
  constructor(flag: string, problem: string, hint?: string) {
    super('USAGE', `${flag} ${problem}`, { field: flag, hint });
  }
}
