import { checkTrafficPolicy } from '../../contract/policy/check-policy.ts';
import type { Rule } from '../../contract/rules/rule.ts';
import { loadExpressionChecker } from './expressions.ts';
import { loadPolicyParser } from './policy-document.ts';

/** Loads the rule for an endpoint's `traffic_policy`, with the YAML and the CEL parser that it needs. */
export async function loadTrafficPolicyChecker(): Promise<Rule> {
  const [parseDocument, checkExpression] = await Promise.all([loadPolicyParser(), loadExpressionChecker()]);
  return (text) => checkTrafficPolicy(text, { parseDocument, checkExpression });
}
