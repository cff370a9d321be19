import { checkInternalUrl, type EndpointUrl } from '../rules/endpoint-url.ts';
import { ProblemError, quote, type Rule, ruleOf } from '../rules/rule.ts';
import type { PolicyFormat } from '../schema/formats.ts';
import type { ObjectSchema } from '../schema/schema.ts';
import { formatProblem, type Problem, type ValuePath, validate } from '../schema/validate.ts';
import { partsOfText } from './interpolation.ts';
import { type Phase, phasesOfProtocol } from './phases.ts';
import {
  type PolicyAction,
  policyAction,
  policyActions,
  policyRule,
  trafficPolicyDocument,
} from './policy-schema.ts';
import type { YamlDocument } from './yaml-document.ts';

/** Where an expression of a policy stands, and what it has to give: `condition` is true or false. */
export interface ExpressionUse {
  readonly phase: Phase;
  readonly gives: 'condition' | 'value';
}

/** What judging a traffic policy needs and the contract does not have: parsers of YAML, of CEL and of RE2. */
export interface PolicyParsers {
  /** Throws a ProblemError for text that is neither JSON nor YAML. */
  readonly parseDocument: (text: string) => YamlDocument;
  readonly checkExpression: (text: string, use: ExpressionUse) => string | undefined;
  readonly checkPattern: Rule;
}

/**
 * A policy of 64 KiB has about 13,000 lexemes; refusing more keeps reading the worst text of that size below 0.2 s.
 * Judging an expression takes 0.2 ms, or 20 for a long one.
 */
export const policyLimits = { maxBytes: 65_536, maxLexemes: 20_000, maxExpressions: 1000 } as const;

type Fields = Record<string, unknown>;

/**
 * Judges a traffic policy: JSON or YAML with known phases, rules and actions with valid config
 * (contract/README.md "Traffic policy"). The empty text is no policy. The problem is the first one, such as
 * `line 7: on_http_request rule 2, action 1 (rate-limit): capacity must be at least 1`.
 */
export function checkTrafficPolicy(text: string, parsers: PolicyParsers): string | undefined {
  let count = 0;
  const checkExpression: PolicyParsers['checkExpression'] = (expression, use) => {
    count += 1;
    if (count <= policyLimits.maxExpressions) return parsers.checkExpression(expression, use);
    return `is one of more than ${policyLimits.maxExpressions} expressions`;
  };
  return judge(text, parsers.parseDocument, (document, refuse) =>
    checkDocument(document, { ...parsers, checkExpression }, refuse),
  );
}

/** Judges whether a traffic policy has only phases that the traffic of an endpoint goes through. */
export function checkPolicyPhases(
  text: string,
  protocol: EndpointUrl['proto'],
  parseDocument: PolicyParsers['parseDocument'],
): string | undefined {
  const offered: readonly string[] = phasesOfProtocol[protocol];
  return judge(text, parseDocument, (document, refuse) => {
    const other = Object.keys(document as Fields).find((phase) => !offered.includes(phase));
    if (other === undefined) return;
    refuse([other], `${other} is not a phase of a ${protocol} endpoint; it has ${offered.join(', ')}`);
  });
}

type Refuse = (path: ValuePath, problem: string) => never;

function judge(
  text: string,
  parseDocument: PolicyParsers['parseDocument'],
  check: (document: unknown, refuse: Refuse) => void,
): string | undefined {
  if (text === '') return undefined;
  try {
    const document = parseDocument(text);
    check(document.value, (path, problem) => {
      throw new ProblemError(`line ${document.lineOf(path)}: ${problem}`);
    });
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
}

/** A part of the document, and how its place is called. */
interface Part {
  readonly schema: ObjectSchema;
  readonly value: unknown;
  readonly path: ValuePath;
  readonly place: string;
}

function checkDocument(document: unknown, parsers: PolicyParsers, refuse: Refuse): void {
  const root = { schema: trafficPolicyDocument, value: document, path: [], place: 'the policy' };
  refuseFirst(root, validate(root.schema, document), refuse);
  for (const [phase, rules] of Object.entries(document as Record<Phase, unknown[]>) as [Phase, unknown[]][]) {
    // One part of the document at a time, so that the problem is named from the part's own place.
    const checkPart = (part: Part): void => {
      const pending: Problem[] = [];
      const problems = validate(part.schema, part.value, {
        onFormat: (format, text, path) => {
          const message = checkFormat(format as PolicyFormat | 're2', text, phase, parsers);
          if (message !== undefined) pending.push({ kind: 'invalid', path, message });
        },
      });
      refuseFirst(part, problems.length > 0 ? problems : pending, refuse);
    };
    for (const [i, rule] of rules.entries()) {
      const place = `${phase} rule ${i + 1}`;
      checkPart({ schema: policyRule, value: rule, path: [phase, i], place });
      for (const [k, action] of (rule as { actions: unknown[] }).actions.entries()) {
        const path = [phase, i, 'actions', k];
        checkAction(action, phase, { path, place: `${place}, action ${k + 1}` }, checkPart, refuse);
      }
    }
  }
}

function checkAction(
  action: unknown,
  phase: Phase,
  { path, place }: Pick<Part, 'path' | 'place'>,
  checkPart: (part: Part) => void,
  refuse: Refuse,
): void {
  checkPart({ schema: policyAction(phase), value: action, path, place });
  const { type, config } = action as { type: keyof typeof policyActions; config?: Fields };
  const { config: schema }: PolicyAction = policyActions[type];
  const named = `${place} (${type})`;
  if (config !== undefined) checkPart({ schema, value: config, path: [...path, 'config'], place: named });
  else if (schema.required !== undefined) refuse(path, `${named}: config is required`);
}

/** Judges a text by a format that the schemas of a policy have. */
function checkFormat(
  format: PolicyFormat | 're2',
  text: string,
  phase: Phase,
  { checkExpression, checkPattern }: PolicyParsers,
): string | undefined {
  switch (format) {
    case 're2':
      return checkPattern(text);
    case 'cel-condition':
      return checkExpression(text, { phase, gives: 'condition' });
    case 'cel-value':
      return checkExpression(text, { phase, gives: 'value' });
    case 'cel-url':
      return checkText(text) ?? checkForwardUrl(text);
    case 'cel-text':
      return checkText(text);
  }

  function checkText(marked: string): string | undefined {
    return ruleOf((whole) => {
      for (const part of partsOfText(whole)) {
        if (!('expression' in part)) continue;
        const problem = checkExpression(part.expression, { phase, gives: 'value' });
        if (problem !== undefined) throw new ProblemError(problem);
      }
    })(marked);
  }
}

/** Judges what is known of the URL: all of it, or its ends where only its middle is made of expressions. */
const checkForwardUrl: Rule = (text) => {
  const parts = partsOfText(text);
  const isOpen = [parts[0], parts.at(-1)].some((part) => part !== undefined && 'expression' in part);
  if (isOpen) return undefined;
  return checkInternalUrl(parts.map((part) => ('literal' in part ? part.literal : 'x')).join(''));
};

function refuseFirst(part: Part, problems: readonly Problem[], refuse: Refuse): void {
  // A mistyped name leaves another one missing; the mistake is the one to tell.
  const problem = problems.find(({ kind }) => kind === 'unknown') ?? problems[0];
  if (problem !== undefined) refuse([...part.path, ...problem.path], sentenceOf(part, problem));
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
