import type { ValueShape } from '../../../contract/policy/value-shape.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';

/** A value of which nothing is known. */
export const unknown: ValueShape = { type: 'dyn' };

const typeOfSchema: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'int',
  number: 'double',
  boolean: 'bool',
  array: 'list',
  object: 'map',
};

/** The shape that a record has in an expression. */
export function shapeOfSchema(schema: Schema): ValueShape {
  const { type, properties, items } = schema as ObjectSchema;
  const name = typeof type === 'string' ? typeOfSchema[type] : undefined;
  if (name === undefined) return unknown;
  if (name === 'list') return { type: name, element: shapeOfSchema((items as Schema | undefined) ?? {}) };
  if (properties === undefined) return { type: name };
  const members = Object.entries(properties).map(([member, inner]) => [member, shapeOfSchema(inner)]);
  return { type: name, members: Object.fromEntries(members) };
}

/** What is known of a value that is one of these. */
export function joined(shapes: readonly ValueShape[]): ValueShape {
  const [first = unknown, ...others] = shapes;
  if (others.every((other) => other === first)) return first;
  return others.every(({ type }) => type === first.type) ? { type: first.type } : unknown;
}

/** Whether a value of this shape can be of the type. */
export function fits(type: string, { type: given }: ValueShape): boolean {
  return type === 'dyn' || given === 'dyn' || type === given;
}

const numbers = ['int', 'uint', 'double'];

/** Whether two values can be equal. */
export function canBeEqual({ type: a }: ValueShape, { type: b }: ValueShape): boolean {
  if (a === b || a === 'dyn' || b === 'dyn' || a === 'null_type' || b === 'null_type') return true;
  return numbers.includes(a) && numbers.includes(b);
}

/** `an int`, `a timestamp`: a shape in a sentence. */
export function describeShape({ type }: ValueShape): string {
  const word = type.replace(/^google\.protobuf\./, '').toLowerCase();
  if (word === 'dyn') return 'anything';
  if (word === 'bool') return 'a boolean';
  return `${/^[aeiou]/.test(word) && word !== 'uint' ? 'an' : 'a'} ${word === 'null_type' ? 'null' : word}`;
}
