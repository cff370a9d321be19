import type { Rule } from '../../contract/rules/rule.ts';
import type { LibraryFormat } from '../../contract/schema/formats.ts';

// The libraries are large: each is loaded when the first value that it must judge comes in.
const loaders: Readonly<Record<LibraryFormat, () => Promise<Rule>>> = {
  // The rule of a selector. A policy's expressions are judged with the rest of the policy.
  cel: async () => (await import('./endpoint-selectors.ts')).loadSelectorChecker(),
  re2: async () => (await import('./patterns.ts')).loadPatternChecker(),
  'traffic-policy': async () => (await import('./traffic-policy.ts')).loadTrafficPolicyChecker(),
};

/** The rule of a format that `validate` cannot judge by itself. */
export async function loadFormatRule(format: string): Promise<Rule> {
  const load = loaders[format as LibraryFormat];
  if (!load) throw new Error(`no rule for the format ${format}`);
  return load();
}
