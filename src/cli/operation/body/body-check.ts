import { protocol } from '../../../contract/http/protocol.ts';
import { quote } from '../../../contract/rules/rule.ts';
import { memberAt, schemaAt } from '../../../contract/schema/member-path.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';
import {
  formatPath,
  formatProblem,
  type Problem,
  type ValuePath,
  validate,
} from '../../../contract/schema/validate.ts';
import { usageError } from '../../errors/cli-error.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { type Flag, flagName } from '../flags.ts';
import type { OperationRun } from '../run.ts';
import type { BodyDocument } from './body-file.ts';
import type { Members } from './request-body.ts';

/** A body to judge. */
interface JudgedBody {
  readonly body: Members;
  /** What the members come from that no flag gave. */
  readonly document?: BodyDocument | undefined;
  /** Of one of many: where it stands. */
  readonly place?: string | undefined;
}

/** Of a file with a mistake in each record, enough to see which mistake it is. */
const MOST_PROBLEMS = 20;

/**
 * Judges bodies before any is sent, by the contract's own schema and rules, and names flags, or lines of the file,
 * where the service would name members. What needs a large library (CEL, RE2) is left to the service, which says
 * it as well, only later. Throws a CliError with every problem, one a line.
 */
export async function checkBodies(run: OperationRun, bodies: readonly JudgedBody[]): Promise<void> {
  const { operation } = run.entry;
  if (operation.body === undefined) return;
  const sentences: string[] = [];
  const hints = new Set<string>();
  let field: string | undefined;
  for (const judged of bodies) {
    const problems = await findProblems(operation, judged.body);
    sentences.push(...sentencesOf(run, problems, judged));
    for (const problem of problems) {
      if (problem.kind === 'unknown') hints.add(supportedBeside(problem, operation.body));
    }
    const [first] = [...problems.filter(({ kind }) => kind === 'missing'), ...problems];
    field ??= first && (flagAt(first, run.flags)?.name ?? flagName(first.path.map(String)));
  }
  if (sentences.length === 0) return;
  const more = sentences.length - MOST_PROBLEMS;
  const shown = more > 0 ? [...sentences.slice(0, MOST_PROBLEMS), `… and ${more} more`] : sentences;
  throw usageError(shown.join('\n'), { field, hint: hints.size > 0 ? [...hints].join('\n') : undefined });
}

/** What is wrong with one body, a sentence each. */
function sentencesOf(
  { entry: { operation }, flags, given }: OperationRun,
  problems: readonly Problem[],
  { body, document, place }: JudgedBody,
): string[] {
  const at = place === undefined ? '' : `${place}: `;
  if (operation.method === 'PATCH' && flags.length > 0 && Object.keys(body).length === 0) {
    return [`${at}nothing to change; give at least one of ${flags.map(({ name }) => name).join(', ')}`];
  }
  const missing = problems
    .filter(({ kind }) => kind === 'missing')
    .map(({ path }) => describeMissing(path, flags));
  const invalid = problems
    .filter(({ kind }) => kind !== 'missing')
    .map((problem) =>
      document !== undefined && flagAt(problem, given.keys()) === undefined
        ? sentenceInFile(problem, document)
        : `${at}${describe(problem, flags)}`,
    );
  return missing.length === 0 ? invalid : [`${at}${demand(missing)}`, ...invalid];
}

/** A problem as a sentence that begins with where it stands: `body.yml line 4: …`. */
export function sentenceInFile(problem: Problem, document: BodyDocument): string {
  const sentence = problem.kind === 'unknown' ? problem.message : formatProblem(problem);
  return `${document.placeOf(problem.path)}: ${sentence}`;
}

/** What the contract and the form of policies say against a body. */
export async function findProblems(
  { method, body: schema = {} }: Operation,
  body: Members,
): Promise<Problem[]> {
  const policies: { text: string; path: ValuePath }[] = [];
  const found = validate(schema, body, {
    onFormat: (format, text, path) => {
      if (format === 'traffic-policy' && text !== '') policies.push({ text, path });
    },
  });
  const problems = found.map((problem) => suggest(problem, schema, body));
  for (const { text, path } of policies) {
    const message = await checkPolicy(text);
    if (message !== undefined) problems.push({ kind: 'invalid', path, message });
  }
  return method === 'POST' ? [...problems, ...maskedSecrets(schema, body, [])] : problems;
}

/** Places where a new record would get the mask of a secret: only what exists has one to keep. */
function maskedSecrets(schema: Schema | undefined, value: unknown, path: ValuePath): Problem[] {
  if (typeof schema !== 'object') return [];
  if (schema['x-secret'] && value === protocol.secretMask) {
    const message = `must be the secret itself: ${protocol.secretMask} stands for one that is not shown`;
    return [{ kind: 'invalid', path, message }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    maskedSecrets((schema as ObjectSchema).properties?.[name], member, [...path, name]),
  );
}

/**
 * Judges a traffic policy before it is sent: what the service will say about its form, in the service's words.
 * Its expressions and patterns are left to the service: CEL takes 185 ms to load, far more than the request.
 */
export async function checkPolicy(text: string): Promise<string | undefined> {
  const { checkTrafficPolicy, policyLimits } = await import('../../../contract/policy/check-policy.ts');
  const { createYamlParser } = await import('../../../contract/policy/yaml-document.ts');
  const parse = createYamlParser(await import('yaml'));
  const { complaint } = await checkTrafficPolicy(text, {
    parseDocument: (document) => parse(document, policyLimits),
    checkExpression: () => undefined,
    checkPattern: () => undefined,
  });
  return complaint;
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

/** A problem with the nearest word in its message, where the value is none of those that the schema lists. */
function suggest(problem: Problem, schema: Schema, body: unknown): Problem {
  const { kind, path, message } = problem;
  if (kind === 'unknown') {
    const name = String(path.at(-1));
    const around = path.length === 1 ? 'the body' : formatPath(path.slice(0, -1));
    const nearest = didYouMean(name, membersAround(path, schema));
    return { ...problem, message: `${quote(name)} is not a member of ${around}${nearest}` };
  }
  const given = memberAt(body, path);
  const choices = schemaAt(schema, path)?.enum;
  if (typeof given !== 'string' || !Array.isArray(choices) || choices.includes(given)) return problem;
  return { ...problem, message: `${message}${didYouMean(given, choices.map(String))}` };
}

/** Which members there are beside an unknown one: said once, however many are unknown. */
export function supportedBeside({ path }: Problem, schema: Schema): string {
  const names = membersAround(path, schema);
  const around = path.length === 1 ? 'the body' : formatPath(path.slice(0, -1));
  return names.length === 0 ? `${around} takes no members` : `${around} takes ${names.join(', ')}`;
}

function membersAround(path: ValuePath, schema: Schema): string[] {
  return Object.keys(schemaAt(schema, path.slice(0, -1))?.properties ?? {});
}
