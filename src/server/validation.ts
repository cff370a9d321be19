import type { ObjectSchema } from '../contract/schema.ts';
import { type ValuePath, validate } from '../contract/validate.ts';
import { loadFormatRule } from './library-formats.ts';
import type { Body } from './request-body.ts';
import { invalidField, problemError } from './request-error.ts';

/**
 * Judges a request body by its schema, library formats included.
 * @throws RequestError 400 naming the first field at fault
 */
export async function validateBody(schema: ObjectSchema, body: Body): Promise<void> {
  const pending: { format: string; value: string; path: ValuePath }[] = [];
  const [problem] = validate(schema, body, {
    onFormat: (format, value, path) => pending.push({ format, value, path }),
  });
  if (problem) throw problemError(problem);
  for (const { format, value, path } of pending) {
    // An empty string clears a policy (decisions.md "Requests", PATCH); it is no document.
    if (format === 'traffic-policy' && value === '') continue;
    const complaint = (await loadFormatRule(format))(value);
    if (complaint !== undefined) throw invalidField(path, complaint);
  }
}
