import { CodedError } from '../contract/errors/coded-error.ts';
import { formatProblem, type Problem, type ValuePath } from '../contract/schema/validate.ts';

/** A document that cannot be used. Its message has a line for each problem: `seed.yml:12: users[0].name is required`. */
export class DocumentError extends CodedError {
  constructor(message: string) {
    super('SEED_REFUSED', message);
  }
}

/** How many problems one message has. */
const mostProblems = 10;

type DocumentProblem = Pick<Problem, 'path' | 'message'>;

/** What is wrong with one document, as it comes to light. */
export class DocumentProblems {
  readonly #lines: string[] = [];
  readonly #placeOf: (path: ValuePath) => string;

  /** @param placeOf where the part that a path leads to stands: `seed.yml:12` */
  constructor(placeOf: (path: ValuePath) => string) {
    this.#placeOf = placeOf;
  }

  get isFull(): boolean {
    return this.#lines.length >= mostProblems;
  }

  add({ path, message }: DocumentProblem): void {
    if (!this.isFull) this.#lines.push(`${this.#placeOf(path)}: ${formatProblem({ path, message })}`);
  }

  /** @throws DocumentError when there are problems */
  throwIfAny(): void {
    if (this.#lines.length > 0) throw new DocumentError(this.#lines.join('\n'));
  }
}
