import { CodedError } from '../../contract/errors/coded-error.ts';
import { formatProblem, type Problem, type ValuePath } from '../../contract/schema/validate.ts';
import { invalidField, RequestError } from '../records/request-error.ts';

/** A seed that cannot be applied. Its message has a line for each problem: `seed.yml:12: users[0].name is required`. */
export class SeedError extends CodedError {
  constructor(message: string) {
    super('SEED_REFUSED', message);
  }
}

/** How many problems are told at once. */
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

/** Does a part of an item's work; its problems are told from the member at the path. */
export async function within<T>(path: ValuePath, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = problemOf(error, path);
    throw invalidField(problem.path, problem.message);
  }
}

/** A refused request names its member in the message; here, the member stands in the seed's item. */
function problemOf(error: unknown, path: ValuePath): SeedProblem {
  if (!(error instanceof RequestError)) throw error;
  const { field = '', message } = error;
  const steps = (field.match(/[^.[\]]+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const sentence = message.startsWith(field) ? message.slice(field.length).replace(/^:? /, '') : message;
  return { path: [...path, ...steps], message: sentence };
}
