import { ProblemError, type Rule } from '../rules/rule.ts';
import type { ObjectSchema } from '../schema/schema.ts';
import { formatProblem, type ValuePath, validate } from '../schema/validate.ts';
import { policyAction, policyActions, policyRule, trafficPolicyDocument } from './policy-schema.ts';
import type { YamlDocument } from './yaml-document.ts';

/** What judging a traffic policy needs and the contract does not have: a YAML parser and a CEL parser. */
export interface PolicyParsers {
  /** Throws a ProblemError for text that is neither JSON nor YAML. */
  readonly parseDocument: (text: string) => YamlDocument;
  readonly checkExpression: Rule;
}

/** A policy of 64 KiB has about 13,000 lexemes; refusing more keeps the worst text of that size below 0.2 s. */
export const policyLimits = { maxBytes: 65_536, maxLexemes: 20_000 } as const;

type Fields = Record<string, unknown>;

/**
 * Judges a traffic policy: JSON or YAML with known phases, rules and actions with valid config
 * (contract/README.md "Traffic policy"). The empty text is no policy. The problem is the first one, such as
 * `line 7: on_http_request rule 2, action 1 (rate-limit): capacity must be at least 1`.
 */
export function checkTrafficPolicy(text: string, parsers: PolicyParsers): string | undefined {
  if (text === '') return undefined;
  try {
    const document = parsers.parseDocument(text);
    const refuse = (path: ValuePath, problem: string): never => {
      throw new ProblemError(`line ${document.lineOf(path)}: ${problem}`);
    };
    checkDocument(document.value, parsers.checkExpression, refuse);
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
}

type Refuse = (path: ValuePath, problem: string) => never;

function checkDocument(document: unknown, checkExpression: Rule, refuse: Refuse): void {
  checkPart(trafficPolicyDocument, document, [], 'the policy', refuse);
  for (const [phase, rules] of Object.entries(document as Record<string, unknown[]>)) {
    for (const [i, rule] of rules.entries()) {
      const place = `${phase} rule ${i + 1}`;
      checkPart(policyRule, rule, [phase, i], place, refuse);
      const { expressions = [], actions } = rule as { expressions?: string[]; actions: unknown[] };
      for (const [k, expression] of expressions.entries()) {
        const problem = checkExpression(expression);
        if (problem !== undefined) {
          refuse([phase, i, 'expressions', k], `${place}, expression ${k + 1}: ${problem}`);
        }
      }
      for (const [k, action] of actions.entries()) {
        checkAction(action, [phase, i, 'actions', k], `${place}, action ${k + 1}`, refuse);
      }
    }
  }
}

function checkAction(action: unknown, path: ValuePath, place: string, refuse: Refuse): void {
  checkPart(policyAction, action, path, place, refuse);
  const { type, config } = action as { type: keyof typeof policyActions; config?: Fields };
  const schema: ObjectSchema = policyActions[type];
  const named = `${place} (${type})`;
  if (config === undefined) {
    if (schema.required !== undefined) refuse(path, `${named}: config is required`);
    return;
  }
  checkPart(schema, config, [...path, 'config'], named, refuse);
}

// One part of the document at a time, so that the problem is named from the part's own place.
function checkPart(
  schema: ObjectSchema,
  value: unknown,
  path: ValuePath,
  place: string,
  refuse: Refuse,
): void {
  const problems = validate(schema, value);
  // A mistyped name leaves another one missing; the mistake is the one to tell.
  const problem = problems.find(({ kind }) => kind === 'unknown') ?? problems[0];
  if (problem === undefined) return;
  // The walker calls what it was given "the body".
  const message = problem.message.replace('a member of the body', 'a member here');
  const sentence = problem.kind === 'unknown' ? message : formatProblem({ path: problem.path, message });
  refuse([...path, ...problem.path], `${place}: ${sentence}`);
}
