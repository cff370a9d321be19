import type { ObjectSchema } from '../../contract/schema/schema.ts';

/**
 * Puts the members of a record into the order of its schema, so that every answer shows them in one order, whatever
 * order a request or a seed had them in. Members that the schema does not know come last; those that the record does
 * not have are undefined, which no JSON shows.
 */
export function memberOrder<Rec extends object>({ properties = {} }: ObjectSchema): (record: Rec) => Rec {
  // Engines copy an object of a known shape at once: half a microsecond, where one member after the other takes three.
  const template = Object.fromEntries(Object.keys(properties).map((name) => [name, undefined]));
  return (record) => ({ ...template, ...record });
}
