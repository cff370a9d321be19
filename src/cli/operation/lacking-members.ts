import { memberAt, schemaAt } from '../../contract/schema/member-path.ts';
import type { Operation } from '../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { validate } from '../../contract/schema/validate.ts';
import { isChoice, type Members } from './body-members.ts';

/**
 * Whether a body lacks something that whoever is at the terminal can be asked for: a required member, or, where
 * the operation changes what it is given, anything at all.
 */
export function lacksMembers({ body: schema, method }: Operation, body: Members): boolean {
  if (schema === undefined) return false;
  return nextMissing(schema, body) !== undefined || isEmptyChange(method, schema, body);
}

function isEmptyChange(method: Operation['method'], schema: ObjectSchema, body: Members): boolean {
  const hasMembers = Object.keys(schema.properties ?? {}).length > 0;
  return method === 'PATCH' && hasMembers && Object.keys(body).length === 0;
}

/** The first required member that is not there, or the first object whose kind is not chosen. */
export function nextMissing(schema: ObjectSchema, body: Members): string[] | undefined {
  const problem = validate(schema, body).find(({ kind, path }) => {
    if (kind === 'missing') return true;
    const place = schemaAt(schema, path);
    const value = memberAt(body, path);
    return place !== undefined && isChoice(place) && Object.keys(value ?? {}).length === 0;
  });
  // Members of list items have no flags; the check before sending names them.
  if (problem === undefined || problem.path.some((step) => typeof step === 'number')) return undefined;
  return problem.path.map(String);
}
