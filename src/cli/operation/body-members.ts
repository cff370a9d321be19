import type { ObjectSchema } from '../../contract/schema/schema.ts';

/** A request body or an object in it. */
export type Members = Record<string, unknown>;

/** The member at a path; undefined where there is none. */
export function memberAt(body: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Members | undefined | null)?.[step], body);
}

/** Puts a member at a path, making the objects around it. What stands in the way of one gives way to it. */
export function setMember(body: Members, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const inner = body[name];
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) body[name] = {};
  setMember(body[name] as Members, rest, value);
}

/** The schema of the member at a path; undefined where the schema names none. */
export function schemaAt(schema: ObjectSchema, path: readonly (string | number)[]): ObjectSchema | undefined {
  return path.reduce<ObjectSchema | undefined>((around, step) => {
    const member = around?.properties?.[step];
    return typeof member === 'object' ? member : undefined;
  }, schema);
}

/** Whether an object holds exactly one of its members, which says what kind of thing it is. */
export function isChoice({ properties, minProperties, maxProperties }: ObjectSchema): boolean {
  return properties !== undefined && minProperties === 1 && maxProperties === 1;
}
