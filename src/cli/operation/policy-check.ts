import { checkTrafficPolicy, policyLimits } from '../../contract/policy/check-policy.ts';
import { createYamlParser } from '../../contract/policy/yaml-document.ts';

/**
 * Judges a traffic policy before it is sent: what the service will say about its form, in the service's words.
 * Its CEL expressions are left to the service: their parser takes 185 ms to load, far more than the request.
 */
export async function checkPolicy(text: string): Promise<string | undefined> {
  const parse = createYamlParser(await import('yaml'));
  return checkTrafficPolicy(text, {
    parseDocument: (document) => parse(document, policyLimits),
    checkExpression: () => undefined,
  });
}
