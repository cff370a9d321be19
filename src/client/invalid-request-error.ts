import { CodedError } from '../contract/errors/coded-error.ts';

/** A request that was refused here, before anything was sent: something that the caller gave cannot be used. */
export class InvalidRequestError extends CodedError {
  /** What was given: `base URL`, `API key`, or the name of a path parameter. */
  readonly subject: string;
  /** What is wrong with it, without the subject: `must not be empty`. */
  readonly problem: string;

  constructor(subject: string, problem: string) {
    super('USAGE', `${subject} ${problem}`, { field: subject });
    this.subject = subject;
    this.problem = problem;
  }
}
