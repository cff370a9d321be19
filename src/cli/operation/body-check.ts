import { memberAt, schemaAt } from '../../contract/schema/member-path.ts';
import type { Operation } from '../../contract/schema/resource.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import {
  formatPath,
  formatProblem,
  type Problem,
  type ValuePath,
  validate,
} from '../../contract/schema/validate.ts';
import { usageError } from '../errors/cli-error.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import type { BodyFile } from './body-file.ts';
import { type Flag, flagName } from './flags.ts';
import type { OperationRun } from './run.ts';

/**
 * Judges a body before it is sent, by the contract's own schema and rules, and names flags, or lines of the file,
 * where the service would name members. What needs a large library (CEL, RE2) is left to the service, which says
 * it as well, only later. Throws a CliError with every problem.
 * @param file what the members come from that no flag gave
 */
export async function checkBody(
  { entry: { operation }, flags, given }: OperationRun,
  body: Record<string, unknown>,
  file: BodyFile | undefined,
): Promise<void> {
  if (operation.body === undefined) return;
  if (operation.method === 'PATCH' && flags.length > 0 && Object.keys(body).length === 0) {
    throw usageError(`nothing to change; give at least one of ${flags.map(({ name }) => name).join(', ')}`);
  }
  const problems = await findProblems(operation.body, body);
  if (problems.length === 0) return;
  const missing = problems
    .filter(({ kind }) => kind === 'missing')
    .map(({ path }) => describeMissing(path, flags));
  const invalid = problems
    .filter(({ kind }) => kind !== 'missing')
    .map((problem) =>
      file !== undefined && flagAt(problem, given.keys()) === undefined
        ? `${file.placeOf(problem.path)}: ${problem.kind === 'unknown' ? problem.message : formatProblem(problem)}`
        : describe(problem, flags),
    );
  const sentences = missing.length === 0 ? invalid : [demand(missing), ...invalid];
  const [first] = [...problems.filter(({ kind }) => kind === 'missing'), ...problems];
  throw usageError(sentences.join('\n'), {
    field: first && (flagAt(first, flags)?.name ?? flagName(first.path.map(String))),
  });
}

async function findProblems(schema: NonNullable<Operation['body']>, body: unknown): Promise<Problem[]> {
  const policies: { text: string; path: ValuePath }[] = [];
  const found = validate(schema, body, {
    onFormat: (format, text, path) => {
      if (format === 'traffic-policy' && text !== '') policies.push({ text, path });
    },
  });
  const problems = found.map((problem) => suggestChoice(problem, schema, body));
  for (const { text, path } of policies) {
    const message = await checkPolicy(text);
    if (message !== undefined) problems.push({ kind: 'invalid', path, message });
  }
  return problems;
}

/**
 * Judges a traffic policy before it is sent: what the service will say about its form, in the service's words.
 * Its expressions and patterns are left to the service: CEL takes 185 ms to load, far more than the request.
 */
export async function checkPolicy(text: string): Promise<string | undefined> {
  const { checkTrafficPolicy, policyLimits } = await import('../../contract/policy/check-policy.ts');
  const { createYamlParser } = await import('../../contract/policy/yaml-document.ts');
  const parse = createYamlParser(await import('yaml'));
  return checkTrafficPolicy(text, {
    parseDocument: (document) => parse(document, policyLimits),
    checkExpression: () => undefined,
    checkPattern: () => undefined,
  });
}

/** The flag of a member at fault; undefined where it has none. */
function flagAt({ path }: Problem, flags: Iterable<Flag>): Flag | undefined {
  return [...flags].find(({ path: own }) => own.every((step, depth) => step === path[depth]));
}

function demand(missing: readonly string[]): string {
  const list = missing.length === 1 ? missing[0] : `${missing.slice(0, -1).join(', ')} and ${missing.at(-1)}`;
  return `${list} ${missing.length === 1 ? 'is' : 'are'} required`;
}

function describeMissing(path: ValuePath, flags: readonly Flag[]): string {
  const name = flagName(path.map(String));
  if (flags.some((flag) => flag.name === name)) return name;
  const inside = flags.filter((flag) => flag.name.startsWith(`${name}.`)).map((flag) => flag.name);
  const kinds = [...new Set(inside.map((flag) => `${name}.${flag.slice(name.length + 1).split('.')[0]}`))];
  return `one of ${kinds.map((kind) => (inside.includes(kind) ? kind : `${kind}.*`)).join(', ')}`;
}

function describe(problem: Problem, flags: readonly Flag[]): string {
  const { path, message } = problem;
  const flag = flagAt(problem, flags);
  if (flag === undefined) return `${flagName(path.map(String))}.* ${message}`;
  const [inner] = path.slice(flag.path.length);
  // A message that quotes the value says itself which of several it is.
  if (inner === undefined || message.startsWith('"')) return `${flag.name} ${message}`;
  const which = typeof inner === 'number' ? `value ${inner + 1}` : formatPath([inner]);
  return `${flag.name} ${which} ${message}`;
}

/** A problem with the nearest choices in its message, where the value is none of those that the schema lists. */
function suggestChoice(problem: Problem, schema: Schema, body: unknown): Problem {
  const { path, message } = problem;
  const given = memberAt(body, path);
  const choices = schemaAt(schema, path)?.enum;
  if (typeof given !== 'string' || !Array.isArray(choices) || choices.includes(given)) return problem;
  return { ...problem, message: `${message}${didYouMean(given, choices.map(String))}` };
}
