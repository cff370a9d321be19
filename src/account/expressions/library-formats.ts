import type { PolicyVerdict } from '../../contract/policy/check-policy.ts';
import type { Rule } from '../../contract/rules/rule.ts';
import type { LibraryFormat } from '../../contract/schema/formats.ts';
import type { Share } from './judging/share.ts';

/** What is said of a text: what is wrong with it, a sentence without its member's name. Of policies also the phases. */
export type Verdict = PolicyVerdict;

/** Judges a text in pieces, none of which can be divided. @throws TimeIsUp */
export type FormatRule = (text: string, share: Share) => Promise<Verdict>;

// The libraries are large: each is loaded when the first value that it must judge comes in.
const loaders: Readonly<Record<LibraryFormat, () => Promise<FormatRule>>> = {
  // The rule of a selector. A policy's expressions are judged with the rest of the policy.
  cel: async () => inOnePiece(await (await import('./endpoint-selectors.ts')).loadSelectorChecker()),
  re2: async () => inOnePiece(await (await import('./patterns.ts')).loadPatternChecker()),
  'traffic-policy': async () => (await import('./traffic-policy.ts')).loadTrafficPolicyChecker(),
};

/** The rule of a format that `validate` cannot judge by itself. */
export async function loadFormatRule(format: string): Promise<FormatRule> {
  const load = loaders[format as LibraryFormat];
  if (!load) throw new Error(`no rule for the format ${format}`);
  return load();
}

function inOnePiece(rule: Rule): FormatRule {
  return async (text, share) => ({ complaint: await share.run(() => rule(text)) });
}
