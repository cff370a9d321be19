import type { Operation } from '../contract/resource.ts';
import { formatPath, type Problem, type ValuePath, validate } from '../contract/validate.ts';
import { type Flag, flagName } from './flags.ts';
import { UsageError } from './usage-error.ts';

/**
 * Judges a body before it is sent, by the contract's own schema, and names flags where the service would name
 * members. Throws a UsageError with every problem.
 */
export function checkBody(operation: Operation, flags: readonly Flag[], body: Record<string, unknown>): void {
  if (operation.body === undefined) return;
  if (operation.method === 'PATCH' && flags.length > 0 && Object.keys(body).length === 0) {
    throw new UsageError(
      `nothing to change; give at least one of ${flags.map(({ name }) => name).join(', ')}`,
    );
  }
  const problems = validate(operation.body, body);
  if (problems.length === 0) return;
  const missing = problems
    .filter(({ kind }) => kind === 'missing')
    .map(({ path }) => describeMissing(path, flags));
  const invalid = problems
    .filter(({ kind }) => kind !== 'missing')
    .map((problem) => describe(problem, flags));
  const sentences = missing.length === 0 ? invalid : [demand(missing), ...invalid];
  throw new UsageError(sentences.join('\n'));
}

function demand(missing: readonly string[]): string {
  const list = missing.length === 1 ? missing[0] : `${missing.slice(0, -1).join(', ')} and ${missing.at(-1)}`;
  return `${list} ${missing.length === 1 ? 'is' : 'are'} required`;
}

function describeMissing(path: ValuePath, flags: readonly Flag[]): string {
  const name = flagName(path.map(String));
  if (flags.some((flag) => flag.name === name)) return name;
  const inside = flags.filter((flag) => flag.name.startsWith(`${name}.`)).map((flag) => flag.name);
  const kinds = [...new Set(inside.map((flag) => flag.slice(0, nextDot(flag, name.length + 1))))];
  return `one of ${kinds.map((kind) => (inside.includes(kind) ? kind : `${kind}.*`)).join(', ')}`;
}

function nextDot(text: string, from: number): number {
  const dot = text.indexOf('.', from);
  return dot < 0 ? text.length : dot;
}

function describe({ path, message }: Problem, flags: readonly Flag[]): string {
  const flag = flags.find(({ path: own }) => own.every((step, depth) => step === path[depth]));
  if (flag === undefined) return `${flagName(path.map(String))}.* ${message}`;
  const [inner] = path.slice(flag.path.length);
  // A message that quotes the value says itself which of several it is.
  if (inner === undefined || message.startsWith('"')) return `${flag.name} ${message}`;
  const which = typeof inner === 'number' ? `value ${inner + 1}` : formatPath([inner]);
  return `${flag.name} ${which} ${message}`;
}
