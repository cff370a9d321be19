import { CodedError } from '../../contract/errors/coded-error.ts';
import { type ErrorCode, errors } from '../../contract/errors/errors.ts';
import { checkWellFormed } from '../../contract/rules/bytes.ts';
import { quote } from '../../contract/rules/rule.ts';
import { formatPath, formatProblem, type Problem, type ValuePath } from '../../contract/schema/validate.ts';

/** A request that is answered with an error of the catalogue (contract/README.md "Errors"). */
export class RequestError extends CodedError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param message what is wrong, for people; the catalogue's meaning of the code where nothing more is known
   * @param options.field the member or parameter at fault, as `details.field` shows it
   */
  constructor(
    code: ErrorCode,
    message: string = errors[code].meaning,
    options: { field?: string; headers?: Record<string, string> } = {},
  ) {
    super(code, message, { field: options.field });
    this.status = errors[code].status;
    this.headers = options.headers ?? {};
  }
}

/** A wrong value in a request body. `message` is a problem sentence without the field's name. */
export function invalidField(path: ValuePath, message: string): RequestError {
  return new RequestError('ERR_INVALID_FIELD', formatProblem({ path, message }), { field: formatPath(path) });
}

const codeOfKind = {
  missing: 'ERR_MISSING_FIELD',
  unknown: 'ERR_UNKNOWN_FIELD',
  invalid: 'ERR_INVALID_FIELD',
} as const;

/** What `validate` found in a request body, as an error. */
export function problemError(problem: Problem): RequestError {
  return new RequestError(codeOfKind[problem.kind], formatProblem(problem), {
    field: formatPath(problem.path),
  });
}

/** No such object (contract/README.md "Ids and times": an id of another collection is not found either). */
export function notFound(what: string, id: string): RequestError {
  return new RequestError('ERR_NOT_FOUND', `${what} ${quote(id)} does not exist`);
}

/** The path is there, but not for this method. */
export function methodNotAllowed(offered: readonly string[]): RequestError {
  const allow = offered.join(', ');
  return new RequestError('ERR_METHOD_NOT_ALLOWED', `the path offers ${allow}`, { headers: { allow } });
}

/**
 * What is wrong with a member of the value at the path, read back from the refusal of a request.
 * @throws the error when it is no such refusal
 */
export function problemOf(error: unknown, path: ValuePath): Pick<Problem, 'path' | 'message'> {
  if (!(error instanceof RequestError)) throw error;
  const { field = '', message } = error;
  const steps = (field.match(/[^.[\]]+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const sentence = message.startsWith(field) ? message.slice(field.length).replace(/^:? /, '') : message;
  return { path: [...path, ...steps], message: sentence };
}

/** Does the work of one member: what is refused in it is a problem of the member at the path. */
export async function within<T>(path: ValuePath, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = problemOf(error, path);
    throw invalidField(problem.path, problem.message);
  }
}

/**
 * Refuses lone surrogates and NUL in all texts of a value.
 * @throws RequestError 400
 */
export function checkStrings(value: unknown, path: ValuePath): void {
  if (typeof value === 'string') {
    const problem = checkWellFormed(value);
    if (problem !== undefined) throw invalidField(path, problem);
  } else if (Array.isArray(value)) {
    for (const [position, item] of value.entries()) checkStrings(item, [...path, position]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const problem = checkWellFormed(name);
      if (problem !== undefined) throw invalidField(path, `has a member whose name ${problem}`);
      checkStrings(member, [...path, name]);
    }
  }
}
