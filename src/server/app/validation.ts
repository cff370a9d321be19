import { CpuBudget } from '../../account/expressions/cpu-budget.ts';
import { loadFormatRule } from '../../account/expressions/library-formats.ts';
import { invalidField, problemError } from '../../account/records/request-error.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { type ValuePath, validate } from '../../contract/schema/validate.ts';
import type { Body } from './request-body.ts';

/** For all patterns, expressions and documents of a body together. */
const longestJudgingMs = 3_000;

/**
 * Judges a request body by its schema, library formats included.
 * @throws RequestError 400 naming the first field at fault
 */
export async function validateBody(schema: ObjectSchema, body: Body): Promise<void> {
  const pending: { format: string; value: string; path: ValuePath }[] = [];
  const [problem] = validate(schema, body, {
    onFormat: (format, value, path) => pending.push({ format, value, path }),
    stopsAtFirst: true,
  });
  if (problem) throw problemError(problem);
  let at: ValuePath = [];
  const work = new CpuBudget(longestJudgingMs, () =>
    invalidField(at, 'takes too long to judge; make it simpler'),
  );
  for (const { format, value, path } of pending) {
    at = path;
    // An empty string clears a policy (contract/README.md "Requests", PATCH); it is no document.
    if (format === 'traffic-policy' && value === '') continue;
    const rule = await loadFormatRule(format);
    const complaint = await work.run(() => rule(value));
    if (complaint !== undefined) throw invalidField(path, complaint);
  }
}
