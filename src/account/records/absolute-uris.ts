import type { ObjectSchema, Schema } from '../../contract/schema/schema.ts';

type Completion = (value: never, baseUrl: string) => unknown;

const completions = new WeakMap<object, Completion | undefined>();

/**
 * A stored value as the API shows it: the paths in the places that the schema calls URIs become absolute.
 * What a user chose to call `uri` (a label, an extension) stays as it is.
 */
export function absoluteUris<T>(schema: ObjectSchema, value: T, baseUrl: string): T {
  const complete = completionOf(schema);
  return complete ? (complete(value as never, baseUrl) as T) : value;
}

function completionOf(schema: Schema): Completion | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!completions.has(schema)) completions.set(schema, compile(schema));
  return completions.get(schema);
}

function compile(schema: ObjectSchema): Completion | undefined {
  if (schema.format === 'uri') {
    return (path: string | null, baseUrl) => (path === null ? null : baseUrl + path);
  }
  if (schema.items) {
    const complete = completionOf(schema.items as Schema);
    return complete && ((items: never[], baseUrl) => items.map((item) => complete(item, baseUrl)));
  }
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const complete = completionOf(member);
    return complete ? [{ name, complete }] : [];
  });
  if (members.length === 0) return undefined;
  return (value: Record<string, unknown> | null, baseUrl) => {
    if (value === null) return null;
    const result = { ...value };
    for (const { name, complete } of members) {
      if (result[name] !== undefined) result[name] = complete(result[name] as never, baseUrl);
    }
    return result;
  };
}
