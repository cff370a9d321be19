import { type CatalogueEntry, catalogue } from '../../src/contract/index.ts';
import type { ObjectSchema, Schema } from '../../src/contract/schema/schema.ts';

/** A member of an operation's body that holds a secret. */
export interface SecretMember {
  readonly entry: CatalogueEntry;
  /** `['target', 'metrics_target', 'api_key']` */
  readonly path: readonly string[];
}

/** Every secret that the contract takes. */
export function secretMembers(): SecretMember[] {
  return catalogue.flatMap((entry) =>
    entry.operation.body ? pathsIn(entry.operation.body, []).map((path) => ({ entry, path })) : [],
  );
}

function pathsIn(schema: Schema, path: readonly string[]): (readonly string[])[] {
  if (typeof schema === 'boolean') return [];
  const deeper = Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, member]) =>
    pathsIn(member, [...path, name]),
  );
  return schema['x-secret'] ? [path, ...deeper] : deeper;
}

/** The smallest body that holds this secret: what is required, and the way to it. */
export function bodyWith(
  schema: ObjectSchema,
  path: readonly string[],
  secret: string,
): Record<string, unknown> {
  const [step = '', ...rest] = path;
  const names = schema.maxProperties === 1 ? [step] : [...new Set([...(schema.required ?? []), step])];
  return Object.fromEntries(
    names.map((name) => {
      const member = schema.properties?.[name] as ObjectSchema;
      if (name !== step) return [name, plainValue(member)];
      return [name, rest.length === 0 ? secret : bodyWith(member, rest, secret)];
    }),
  );
}

function plainValue({ enum: words, default: value }: ObjectSchema): unknown {
  return value ?? (words as readonly unknown[] | undefined)?.[0] ?? 'plain';
}
