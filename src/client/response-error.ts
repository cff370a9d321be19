import { CodedError } from '../contract/errors/coded-error.ts';

/** An answer that is not what the contract says: another program at the base URL, or a service of another age. */
export class ResponseError extends CodedError {
  /** HTTP status of the answer. */
  readonly status: number;

  /** @param place the request, as `GET /endpoints` */
  constructor(place: string, problem: string, status: number) {
    super('UNEXPECTED_ANSWER', `${place}: ${problem}`);
    this.status = status;
  }
}
