import { checkTrafficPolicy, policyLimits } from '../../contract/policy/check-policy.ts';
import type { Rule } from '../../contract/rules/rule.ts';
import { loadExpressionChecker } from './expressions.ts';
import { loadYamlParser, type YamlDocument } from './yaml-document.ts';

/** Loads the parser for traffic policies: one document of YAML 1.2 or JSON. It throws a ProblemError. */
export async function loadPolicyParser(): Promise<(text: string) => YamlDocument> {
  const parse = await loadYamlParser();
  return (text) => parse(text, policyLimits);
}

/** Loads the rule for an endpoint's `traffic_policy`, with the YAML and the CEL parser that it needs. */
export async function loadTrafficPolicyChecker(): Promise<Rule> {
  const [parseDocument, checkExpression] = await Promise.all([loadPolicyParser(), loadExpressionChecker()]);
  return (text) => checkTrafficPolicy(text, { parseDocument, checkExpression });
}
