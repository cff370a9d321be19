import { protocol } from '../../contract/http/protocol.ts';
import { catalogue } from '../../contract/index.ts';
import { responseSchema } from '../../contract/schema/resource.ts';
import type { ObjectSchema, Schema } from '../../contract/schema/schema.ts';

let names: ReadonlySet<string> | undefined;

/** Members that hold secrets somewhere in the API, by name alone: `token`, `client_secret`. */
function secretNames(): ReadonlySet<string> {
  names ??= new Set(
    catalogue.flatMap(({ operation }) => [
      ...namesIn(operation.body ?? {}),
      ...namesIn(responseSchema(operation) ?? {}),
    ]),
  );
  return names;
}

/**
 * A body with `<SECRET>` in the place of every member that is secret anywhere in the API, wherever it stands and
 * whatever it holds: what is sent with `api` or comes from a newer service has no schema to go by.
 */
export function maskMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isHidden = secretNames().has(name) && member !== null && member !== '';
      return [name, isHidden ? protocol.secretMask : maskMembers(member)];
    }),
  );
}

/** The texts that secret members hold: what must not be shown elsewhere either, as in a message that repeats it. */
export function secretsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    secretNames().has(name) ? textsIn(member) : secretsIn(member),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  const text = value === null || value === undefined ? '' : String(value);
  return text === '' || text === protocol.secretMask ? [] : [text];
}

function namesIn(schema: ObjectSchema): string[] {
  const items = typeof schema.items === 'object' ? namesIn(schema.items as ObjectSchema) : [];
  const members = Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, member]) => {
    if (typeof member !== 'object') return [];
    return member['x-secret'] ? [name] : namesIn(member);
  });
  return [...items, ...members];
}
