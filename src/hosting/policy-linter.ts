import { loadPolicyLinter } from '../account/expressions/traffic-policy.ts';
import { otherPhases, type PolicyProblem } from '../contract/policy/check-policy.ts';
import { YamlProblem } from '../contract/policy/yaml-document.ts';
import type { EndpointUrl } from '../contract/rules/endpoint-url.ts';
import { ProblemError } from '../contract/rules/rule.ts';

/** Comments say nothing either. */
const isEmpty = (text: string) => text.split('\n').every((line) => /^\s*(?:#.*)?$/.test(line));

/**
 * Loads what finds everything that the service will refuse of a traffic policy: its form, expressions and patterns, and, of
 * the protocol given, its phases. In the order of the text.
 */
export async function policyLinter(
  protocol?: EndpointUrl['proto'],
): Promise<(text: string) => Promise<readonly PolicyProblem[]>> {
  const lint = await loadPolicyLinter();
  return async (text) => {
    const start = { line: 1, column: 1 };
    if (isEmpty(text)) return [{ ...start, message: 'is empty; a policy without rules is written {}' }];
    try {
      const { problems, phases } = await lint(text);
      const others = protocol === undefined ? [] : otherPhases(phases, protocol);
      return [...problems, ...others].sort((a, b) => a.line - b.line || a.column - b.column);
    } catch (error) {
      if (error instanceof YamlProblem)
        return [{ line: error.line, column: error.column, message: error.problem }];
      if (error instanceof ProblemError) return [{ ...start, message: error.message }];
      throw error;
    }
  };
}
