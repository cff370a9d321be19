import type { ObjectSchema } from '../../contract/schema/schema.ts';

/** A request body or an object in it. */
export type Members = Record<string, unknown>;

/** Whether an object holds exactly one of its members, which says what kind of thing it is. */
export function isChoice({ properties, minProperties, maxProperties }: ObjectSchema): boolean {
  return properties !== undefined && minProperties === 1 && maxProperties === 1;
}
