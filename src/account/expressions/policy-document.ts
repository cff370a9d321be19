import { type PolicyDocument, policyLimits } from '../../contract/policy/check-policy.ts';
import { loadYamlParser } from './yaml-document.ts';

/** Loads the parser for traffic policies: one document of YAML 1.2 or JSON. It throws a ProblemError. */
export async function loadPolicyParser(): Promise<(text: string) => PolicyDocument> {
  const parse = await loadYamlParser();
  return (text) => parse(text, policyLimits);
}
