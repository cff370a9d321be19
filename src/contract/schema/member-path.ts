import type { ObjectSchema, Schema } from './schema.ts';
import type { ValuePath } from './validate.ts';

type Members = Record<string, unknown>;

/**
 * The value at a path: `['deployment', 'cluster_name']`, `['acl', 0]`; undefined where there is none. A name that
 * leads into a list stands for the values of all its items. Only a value's own members are found, whatever they are
 * called: a service or a user may name one `constructor`.
 */
export function memberAt(value: unknown, path: ValuePath): unknown {
  return follow(value, path, 0);
}

// Tables and CSV read each cell with it, so no path is copied on the way.
function follow(value: unknown, path: ValuePath, depth: number): unknown {
  const step = path[depth];
  if (step === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) && typeof step === 'string') return value.map((item) => follow(item, path, depth));
  return Object.hasOwn(value, step) ? follow((value as Members)[step], path, depth + 1) : undefined;
}

/** Puts a member at a path, making the objects around it. What stands in the way of one gives way to it. */
export function setMember(value: Members, path: readonly string[], member: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    value[name] = member;
    return;
  }
  const inner = value[name];
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) value[name] = {};
  setMember(value[name] as Members, rest, member);
}

/**
 * The schema of the value that `memberAt` finds at a path; of a map, that of its values. Undefined where the schema
 * names none.
 */
export function schemaAt(schema: Schema | undefined, path: ValuePath): ObjectSchema | undefined {
  let here = asObject(schema);
  for (const step of path) {
    if (here === undefined) return undefined;
    if (typeof step === 'number') {
      here = asObject(here.items as Schema | undefined);
    } else {
      const { properties = {}, additionalProperties } = itemSchema(here);
      here = asObject(Object.hasOwn(properties, step) ? properties[step] : additionalProperties);
    }
  }
  return here;
}

/** The schema of a list's items; of anything else its own. */
export function itemSchema(schema: ObjectSchema): ObjectSchema {
  return asObject(schema.items as Schema | undefined) ?? schema;
}

function asObject(schema: Schema | undefined): ObjectSchema | undefined {
  return typeof schema === 'object' ? (schema as ObjectSchema) : undefined;
}
