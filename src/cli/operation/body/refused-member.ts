import { ApiError } from '../../../client/errors.ts';
import { formatPath, type ValuePath } from '../../../contract/schema/validate.ts';
import type { Flag } from '../flags.ts';
import type { OperationRun } from '../run.ts';
import type { BodyDocument } from './body-file.ts';

/**
 * The service's refusal of a member in the words of the command line: the flag and which of its values, or the line of
 * the file, where the service names the member. Any other error stays as it is.
 */
export function nameRefusedMember(
  error: unknown,
  { given }: Pick<OperationRun, 'given'>,
  file: BodyDocument | undefined,
): unknown {
  if (!(error instanceof ApiError) || error.field === undefined || error.status !== 400) return error;
  const path = pathOf(error.field);
  const flag = [...given.keys()].find((one) => one.path.every((step, depth) => step === path[depth]));
  if (flag === undefined) return file === undefined ? error : inFile(error, error.field, path, file);
  const problem = withoutField(error.message, error.field);
  if (problem === undefined) return error;
  return error.with({ message: `${placeOf(flag, path)}${problem}`, field: flag.name });
}

function inFile(error: ApiError, field: string, path: ValuePath, file: BodyDocument): unknown {
  const isNamed = withoutField(error.message, field) !== undefined;
  return isNamed ? error.with({ message: `${file.placeOf(path)}: ${error.message}` }) : error;
}

/** `: "x" is no URL` or ` must not be empty`; undefined for a message that does not start with the field. */
function withoutField(message: string, field: string): string | undefined {
  const rest = message.startsWith(field) ? message.slice(field.length) : undefined;
  return rest === undefined || /^[.[\w]/.test(rest) ? undefined : rest;
}

/** `--binding.endpoint-selectors value 2`. */
function placeOf(flag: Flag, path: ValuePath): string {
  const inner = path.slice(flag.path.length);
  const [position, ...more] = inner;
  if (position === undefined) return flag.name;
  if (typeof position !== 'number') return `${flag.name} ${formatPath(inner)}`;
  return `${flag.name} value ${position + 1}${more.length > 0 ? ` ${formatPath(more)}` : ''}`;
}

/** The steps of `binding.endpoint_selectors[1]`. */
function pathOf(field: string): ValuePath {
  const steps = field.match(/[^.[\]]+/g) ?? [];
  return steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
