import {
  checkTrafficPolicy,
  findPolicyProblems,
  type PolicyParsers,
  type PolicyVerdict,
  policyLimits,
} from '../../contract/policy/check-policy.ts';
import type { PlacedYamlDocument } from '../../contract/policy/yaml-document.ts';
import { loadYamlParser } from '../../documents/yaml-parser.ts';
import type { Share } from './judging/share.ts';
import { loadPatternChecker } from './patterns.ts';
import { loadExpressionChecker } from './policy-expressions.ts';

/** Loads the parser for traffic policies: one document of YAML 1.2 or JSON. It throws a ProblemError. */
export async function loadPolicyParser(): Promise<(text: string) => PlacedYamlDocument> {
  const parse = await loadYamlParser();
  return (text) => parse(text, policyLimits);
}

/**
 * Loads the rule for an endpoint's `traffic_policy`, with the parsers of YAML, CEL and RE2 that it needs. It judges in
 * pieces; the largest that cannot be divided is to read the document.
 */
export async function loadTrafficPolicyChecker(): Promise<
  (text: string, share: Share) => Promise<PolicyVerdict>
> {
  const parsers = await loadParsers();
  return (text, share) => checkTrafficPolicy(text, { ...parsers, inTurn: (step) => share.run(step) });
}

/** Loads what finds everything that is wrong with a policy of one's own, which nobody else waits for. */
export async function loadPolicyLinter(): Promise<(text: string) => ReturnType<typeof findPolicyProblems>> {
  const parsers = await loadParsers();
  return (text) => findPolicyProblems(text, parsers);
}

async function loadParsers(): Promise<PolicyParsers> {
  const [parseDocument, checkExpression, checkPattern] = await Promise.all([
    loadPolicyParser(),
    loadExpressionChecker(),
    loadPatternChecker(),
  ]);
  return { parseDocument, checkExpression, checkPattern };
}
