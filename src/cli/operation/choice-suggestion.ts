import { memberAt, schemaAt } from '../../contract/schema/member-path.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import type { Problem } from '../../contract/schema/validate.ts';
import { didYouMean } from '../words/did-you-mean.ts';

/** A problem with the nearest choices in its message, where the value is none of those that the schema lists. */
export function suggestChoice(problem: Problem, schema: Schema, body: unknown): Problem {
  const { path, message } = problem;
  const given = memberAt(body, path);
  const choices = schemaAt(schema, path)?.enum;
  if (typeof given !== 'string' || !Array.isArray(choices) || choices.includes(given)) return problem;
  return { ...problem, message: `${message}${didYouMean(given, choices.map(String))}` };
}
