import { checkInternalUrl, type EndpointUrl } from '../rules/endpoint-url.ts';
import { ProblemError, quote, type Rule, ruleOf } from '../rules/rule.ts';
import type { PolicyFormat } from '../schema/formats.ts';
import { isObject } from '../schema/json-object.ts';
import type { ObjectSchema } from '../schema/schema.ts';
import { formatProblem, type Problem, type ValuePath, validate } from '../schema/validate.ts';
import { partsOfText, type TextPart } from './interpolation.ts';
import { type Phase, phases, phasesOfProtocol } from './phases.ts';
import {
  actionsOf,
  type PolicyAction,
  policyAction,
  policyActions,
  policyRule,
  trafficPolicyDocument,
} from './policy-schema.ts';
import type { PlacedYamlDocument, TextPlace } from './yaml-document.ts';

/** Where an expression of a policy stands, and what it has to give: `condition` is true or false. */
export interface ExpressionUse {
  readonly phase: Phase;
  readonly gives: 'condition' | 'value';
}

/** What judging a traffic policy needs and the contract does not have: parsers of YAML, of CEL and of RE2. */
export interface PolicyParsers {
  /** Throws a ProblemError for text that is neither JSON nor YAML. */
  readonly parseDocument: (text: string) => PlacedYamlDocument;
  readonly checkExpression: (text: string, use: ExpressionUse) => string | undefined;
  readonly checkPattern: Rule;
  /** Runs each step of the judging: whoever serves others too lets them have their turns in between. */
  readonly inTurn?: <T>(step: () => T) => Promise<T>;
}

/** A phase of a policy, and where it starts. */
export interface PhasePlace extends TextPlace {
  readonly phase: Phase;
}

/** Something that is wrong with a policy, and where in its text. */
export interface PolicyProblem extends TextPlace {
  /** A sentence that names the phase, the rule and the action, without the line. */
  readonly message: string;
}

/** What is wrong with a policy, or the phases that it has. */
export interface PolicyVerdict {
  readonly complaint?: string | undefined;
  readonly phases?: readonly PhasePlace[];
}

/**
 * A policy of 64 KiB has about 13,000 lexemes; refusing more keeps reading the worst text of that size below 0.2 s.
 * Judging an expression takes 0.2 ms, or 40 for a long one.
 */
export const policyLimits = { maxBytes: 65_536, maxLexemes: 20_000, maxExpressions: 1000 } as const;

/**
 * Judges a traffic policy: JSON or YAML with known phases, rules and actions with valid config
 * (contract/README.md "Traffic policy"). The empty text is no policy. The problem is the first one, such as
 * `line 7: on_http_request rule 2, action 1 (rate-limit): capacity must be at least 1`.
 */
export async function checkTrafficPolicy(text: string, parsers: PolicyParsers): Promise<PolicyVerdict> {
  if (text === '') return { phases: [] };
  try {
    const { problems, phases } = await findPolicyProblems(text, parsers, 1);
    const [first] = problems;
    return first === undefined ? { phases } : { complaint: `line ${first.line}: ${first.message}` };
  } catch (error) {
    if (error instanceof ProblemError) return { complaint: error.message };
    throw error;
  }
}

/**
 * The same with everything that is wrong, in the order of the text's parts. Throws a ProblemError, a YamlProblem where it has
 * a place, for a text that cannot be read at all.
 * @param most looks no further than so many problems
 */
export async function findPolicyProblems(
  text: string,
  { inTurn = async (step) => step(), ...given }: PolicyParsers,
  most = Number.POSITIVE_INFINITY,
): Promise<{ readonly problems: PolicyProblem[]; readonly phases: PhasePlace[] }> {
  let count = 0;
  const checkExpression: PolicyParsers['checkExpression'] = (expression, use) => {
    count += 1;
    if (count <= policyLimits.maxExpressions) return given.checkExpression(expression, use);
    const isFirst = count === policyLimits.maxExpressions + 1;
    return isFirst ? `is one of more than ${policyLimits.maxExpressions} expressions` : undefined;
  };
  const { value, placeOf } = await inTurn(() => given.parseDocument(text));
  const problems: PolicyProblem[] = [];
  try {
    await checkDocument(value, { ...given, checkExpression, inTurn }, (path, message) => {
      problems.push({ ...placeOf(path), message });
      if (problems.length >= most) throw enough;
    });
  } catch (error) {
    if (error !== enough) throw error;
  }
  const named = phasesIn(value);
  return { problems, phases: named.map((phase) => ({ phase, ...placeOf([phase]) })) };
}

const enough = new Error('the problems so far are enough');

/** Judges whether a policy has only phases that the traffic of an endpoint goes through. */
export function checkPolicyPhases(
  found: readonly PhasePlace[],
  protocol: EndpointUrl['proto'],
): string | undefined {
  const [first] = otherPhases(found, protocol);
  return first && `line ${first.line}: ${first.message}`;
}

/** The phases of a policy that the traffic of an endpoint does not go through. */
export function otherPhases(found: readonly PhasePlace[], protocol: EndpointUrl['proto']): PolicyProblem[] {
  const offered: readonly Phase[] = phasesOfProtocol[protocol];
  return found
    .filter(({ phase }) => !offered.includes(phase))
    .map(({ phase, line, column }) => ({
      line,
      column,
      message: `${phase} is not a phase of a ${protocol} endpoint; it has ${offered.join(', ')}`,
    }));
}

type Report = (path: ValuePath, problem: string) => void;

/** A part of the document, and how its place is called. */
interface Part {
  readonly schema: ObjectSchema;
  readonly value: unknown;
  readonly path: ValuePath;
  readonly place: string;
}

async function checkDocument(
  document: unknown,
  parsers: Required<PolicyParsers>,
  report: Report,
): Promise<void> {
  const root = { schema: trafficPolicyDocument, value: document, path: [], place: 'the policy' };
  reportAll(root, await parsers.inTurn(() => validate(root.schema, document)), report);
  for (const phase of phasesIn(document)) {
    // One part of the document at a time, so that the problem is named from the part's own place.
    const checkPart = async (part: Part): Promise<void> => {
      const pending: { format: string; text: string; path: ValuePath }[] = [];
      const problems = await parsers.inTurn(() =>
        validate(part.schema, part.value, {
          onFormat: (format, text, path) => pending.push({ format, text, path }),
        }),
      );
      reportAll(part, problems, report);
      for (const { format, text, path } of pending) {
        const message = await checkFormat(format as PolicyFormat | 're2', text, phase, parsers);
        if (message !== undefined) reportAll(part, [{ kind: 'invalid', path, message }], report);
      }
    };
    for (const [i, rule] of listIn(document, phase).entries()) {
      const place = `${phase} rule ${i + 1}`;
      await checkPart({ schema: policyRule, value: rule, path: [phase, i], place });
      for (const [k, action] of listIn(rule, 'actions').entries()) {
        const path = [phase, i, 'actions', k];
        await checkAction(action, phase, { path, place: `${place}, action ${k + 1}` }, checkPart, report);
      }
    }
  }
}

/** The phases that a document has, in its order. */
function phasesIn(document: unknown): Phase[] {
  const isPhase = (name: string): name is Phase => (phases as readonly string[]).includes(name);
  return Object.keys(isObject(document) ? document : {}).filter(isPhase);
}

/** The list that a member is; an empty one where it is something else, which is reported with what is around it. */
function listIn(value: unknown, name: string): unknown[] {
  const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return Array.isArray(member) ? member : [];
}

async function checkAction(
  action: unknown,
  phase: Phase,
  { path, place }: Pick<Part, 'path' | 'place'>,
  checkPart: (part: Part) => Promise<void>,
  report: Report,
): Promise<void> {
  await checkPart({ schema: policyAction(phase), value: action, path, place });
  const { type, config } = (isObject(action) ? action : {}) as { type?: unknown; config?: unknown };
  const [, known] = actionsOf(phase).find(([name]) => name === type) ?? [];
  if (known === undefined) return;
  const named = `${place} (${type})`;
  if (isObject(config))
    await checkPart({ schema: known.config, value: config, path: [...path, 'config'], place: named });
  else if (config === undefined && known.config.required !== undefined)
    report(path, `${named}: config is required`);
}

/** Judges a text by a format that the schemas of a policy have. */
async function checkFormat(
  format: PolicyFormat | 're2',
  text: string,
  phase: Phase,
  { checkExpression, checkPattern, inTurn }: Required<PolicyParsers>,
): Promise<string | undefined> {
  switch (format) {
    case 're2':
      return inTurn(() => checkPattern(text));
    case 'cel-condition':
      return inTurn(() => checkExpression(text, { phase, gives: 'condition' }));
    case 'cel-value':
      return inTurn(() => checkExpression(text, { phase, gives: 'value' }));
    case 'cel-url':
      return (await checkText(text)) ?? checkForwardUrl(text);
    case 'cel-text':
      return checkText(text);
  }

  async function checkText(marked: string): Promise<string | undefined> {
    const parts = await inTurn(() => partsOrProblem(marked));
    if (typeof parts === 'string') return parts;
    for (const part of parts) {
      if (!('expression' in part)) continue;
      const problem = await inTurn(() => checkExpression(part.expression, { phase, gives: 'value' }));
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
}

function partsOrProblem(marked: string): TextPart[] | string {
  let parts: TextPart[] = [];
  const problem = ruleOf((text) => {
    parts = partsOfText(text);
  })(marked);
  return problem ?? parts;
}

/** Judges what is known of the URL: all of it, or its ends where only its middle is made of expressions. */
const checkForwardUrl: Rule = (text) => {
  const parts = partsOfText(text);
  const isOpen = [parts[0], parts.at(-1)].some((part) => part !== undefined && 'expression' in part);
  if (isOpen) return undefined;
  return checkInternalUrl(parts.map((part) => ('literal' in part ? part.literal : 'x')).join(''));
};

function reportAll(part: Part, problems: readonly Problem[], report: Report): void {
  const unknown = problems.filter(({ kind }) => kind === 'unknown');
  // A mistyped name leaves another one missing; the mistake is the one to tell.
  const others = problems.filter(
    ({ kind }) => kind === 'invalid' || (kind === 'missing' && unknown.length === 0),
  );
  for (const problem of [...unknown, ...others])
    report([...part.path, ...problem.path], sentenceOf(part, problem));
}

function sentenceOf({ value, place }: Part, { kind, path, message }: Problem): string {
  const [member, position] = path;
  if (member === 'expressions' && typeof position === 'number') {
    return `${place}, expression ${position + 1}: ${message}`;
  }
  const type = member === 'type' ? (value as { type?: unknown }).type : undefined;
  const other = typeof type === 'string' && Object.hasOwn(policyActions, type) ? type : undefined;
  if (other !== undefined) return `${place}: ${elsewhere(other as keyof typeof policyActions, message)}`;
  // The walker calls what it was given "the body".
  if (kind === 'unknown') return `${place}: ${message.replace('a member of the body', 'a member here')}`;
  return `${place}: ${formatProblem({ path, message })}`;
}

/** Of an action that there is, but not in this phase. */
function elsewhere(type: keyof typeof policyActions, message: string): string {
  const choices = message.replace(/^.*? is not one of /, '');
  const { phases }: PolicyAction = policyActions[type];
  return `type: ${quote(type)} is an action of ${phases.join(' and ')}; here there are ${choices}`;
}
