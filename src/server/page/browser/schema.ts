import { type Child, el } from './elements.ts';

/** The parts of a JSON Schema that are shown. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly description?: string;
  readonly default?: unknown;
  readonly 'x-max-bytes'?: number;
}

/** What `$ref` names, by the last step of it: `#/components/schemas/Endpoint`. */
export type Components = Readonly<Record<string, Schema>>;

const deepest = 4;

/** The members of an object. */
export function schemaElement(given: Schema, components: Components, depth = 0): HTMLElement {
  const { properties = {}, required = [] } = resolve(given, components);
  const members = Object.entries(properties);
  if (members.length === 0) return el('p', { class: 'dim' }, 'an empty object');
  const elements = members.map(([name, member]) =>
    memberElements(name, member, required.includes(name), components, depth),
  );
  return el('dl', {}, elements);
}

/** One member: its name and type, what it means, and its own members. */
export function memberElements(
  name: string,
  given: Schema,
  isRequired: boolean | undefined,
  components: Components,
  depth = 0,
): Child[] {
  const schema = resolve(given, components);
  const item = schema.items && resolve(schema.items, components);
  const inner = item ?? schema;
  const { properties } = inner;
  const isRef = properties?.uri !== undefined && Object.keys(properties).length === 2;
  const hasMembers = properties !== undefined && !isRef && depth < deepest;
  const type = (item ? 'list of ' : '') + (isRef && !inner.enum ? 'Ref' : typeOf(inner)) + remarksOn(schema);
  return [
    el('dt', {}, name, ' ', el('span', { class: 'dim' }, type), isRequired && el('b', {}, ' required')),
    el('dd', {}, schema.description, hasMembers && schemaElement(inner, components, depth + 1)),
  ];
}

function typeOf({ enum: words, type }: Schema): string {
  return words?.join(' | ') ?? ([type].flat().join(' or ') || 'any');
}

function remarksOn(schema: Schema): string {
  const most = schema['x-max-bytes'] ? `, at most ${schema['x-max-bytes']} bytes` : '';
  return most + (schema.default === undefined ? '' : `, default ${JSON.stringify(schema.default)}`);
}

/** A description beside `$ref` stands for this use of it. */
function resolve(schema: Schema, components: Components): Schema {
  const { $ref, ...own } = schema;
  return $ref === undefined ? schema : { ...components[$ref.slice($ref.lastIndexOf('/') + 1)], ...own };
}
