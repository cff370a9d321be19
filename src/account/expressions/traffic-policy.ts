import { checkPolicyPhases, checkTrafficPolicy, policyLimits } from '../../contract/policy/check-policy.ts';
import type { EndpointUrl } from '../../contract/rules/endpoint-url.ts';
import type { Rule } from '../../contract/rules/rule.ts';
import { loadPatternChecker } from './patterns.ts';
import { loadExpressionChecker } from './policy-expressions.ts';
import { loadYamlParser, type YamlDocument } from './yaml-document.ts';

/** Loads the parser for traffic policies: one document of YAML 1.2 or JSON. It throws a ProblemError. */
export async function loadPolicyParser(): Promise<(text: string) => YamlDocument> {
  const parse = await loadYamlParser();
  return (text) => parse(text, policyLimits);
}

/** Loads the rule for an endpoint's `traffic_policy`, with the parsers of YAML, CEL and RE2 that it needs. */
export async function loadTrafficPolicyChecker(): Promise<Rule> {
  const [parseDocument, checkExpression, checkPattern] = await Promise.all([
    loadPolicyParser(),
    loadExpressionChecker(),
    loadPatternChecker(),
  ]);
  return (text) => checkTrafficPolicy(text, { parseDocument, checkExpression, checkPattern });
}

/** Loads the rule for a `traffic_policy` on an endpoint of a protocol, whose traffic may not have every phase. */
export async function loadPhaseChecker(protocol: EndpointUrl['proto']): Promise<Rule> {
  const parseDocument = await loadPolicyParser();
  return (text) => checkPolicyPhases(text, protocol, parseDocument);
}
