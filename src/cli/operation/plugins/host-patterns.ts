import { ProblemError } from '../../../contract/rules/rule.ts';

/** Judges patterns of names as known_hosts has them. Throws a ProblemError. */
export function parseHostPatterns(text: string): string {
  const patterns = text.split(',');
  const wrong = patterns.find((pattern) => !/^!?[\w.*?:[\]-]+$/.test(pattern));
  if (wrong === undefined) return text;
  throw new ProblemError(
    `${JSON.stringify(wrong)} is no pattern of host names; write for example '*.example.com' or 'a.example.com,10.0.0.*'`,
  );
}
