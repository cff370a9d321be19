import { CodedError } from '../../contract/errors/coded-error.ts';
import { formatProblem, type Problem, type ValuePath } from '../../contract/schema/validate.ts';
import { problemOf } from '../records/request-error.ts';

/** A seed that cannot be applied. Its message has a line for each problem: `seed.yml:12: users[0].name is required`. */
export class SeedError extends CodedError {
  constructor(message: string) {
    super('SEED_REFUSED', message);
  }
}

/** How many problems one message has. */
const mostProblems = 10;

type SeedProblem = Pick<Problem, 'path' | 'message'>;

/** What is wrong with one seed, as it comes to light. */
export class SeedProblems {
  readonly #lines: string[] = [];
  readonly #placeOf: (path: ValuePath) => string;

  /** @param placeOf where the part that a path leads to stands: `seed.yml:12` */
  constructor(placeOf: (path: ValuePath) => string) {
    this.#placeOf = placeOf;
  }

  get isFull(): boolean {
    return this.#lines.length >= mostProblems;
  }

  add({ path, message }: SeedProblem): void {
    if (!this.isFull) this.#lines.push(`${this.#placeOf(path)}: ${formatProblem({ path, message })}`);
  }

  /**
   * Notes what was thrown for the item at the path.
   * @throws the error when it is not about the seed
   */
  addThrown(error: unknown, path: ValuePath): void {
    this.add(problemOf(error, path));
  }

  /** @throws SeedError when there are problems */
  throwIfAny(): void {
    if (this.#lines.length > 0) throw new SeedError(this.#lines.join('\n'));
  }
}
