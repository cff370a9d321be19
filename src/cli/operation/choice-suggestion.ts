import type { ObjectSchema, Schema } from '../../contract/schema/schema.ts';
import type { Problem, ValuePath } from '../../contract/schema/validate.ts';
import { didYouMean } from '../words/did-you-mean.ts';

/** A problem with the nearest choices in its message, where the value is none of those that the schema lists. */
export function suggestChoice(problem: Problem, schema: Schema, body: unknown): Problem {
  const { path, message } = problem;
  const given = path.reduce<unknown>(
    (value, step) => (value as Record<string | number, unknown>)?.[step],
    body,
  );
  const choices = schemaAt(schema, path)?.enum;
  if (typeof given !== 'string' || !Array.isArray(choices) || choices.includes(given)) return problem;
  return { ...problem, message: `${message}${didYouMean(given, choices.map(String))}` };
}

function schemaAt(schema: Schema, [step, ...rest]: ValuePath): ObjectSchema | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (step === undefined) return schema as ObjectSchema;
  const { items, properties, additionalProperties } = schema as ObjectSchema;
  const below =
    typeof step === 'number' ? (items as Schema | undefined) : (properties?.[step] ?? additionalProperties);
  return below === undefined ? undefined : schemaAt(below, rest);
}
