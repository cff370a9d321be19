import type { PolicyDocument } from '../contract/rules/traffic-policy.ts';
import { loadYamlParser } from './yaml-document.ts';

// A policy of 64 KiB has about 13,000 lexemes; refusing more keeps the worst text of that size below 0.2 s.
const limits = { maxBytes: 65_536, maxLexemes: 20_000 };

/** Loads the parser for traffic policies: one document of YAML 1.2 or JSON. It throws a ProblemError. */
export async function loadPolicyParser(): Promise<(text: string) => PolicyDocument> {
  const parse = await loadYamlParser();
  return (text) => parse(text, limits);
}
