import { itemSchema, schemaAt } from '../../../contract/schema/member-path.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';

/** A member of a record, or of a member of it, that a format can show. */
export interface Column {
  /** Dots reach into members: `deployment.cluster_name`. */
  readonly name: string;
  readonly path: readonly string[];
  /** Undefined where no schema knows the member: it is of a newer service, or of a query's result. */
  readonly schema: ObjectSchema | undefined;
}

/** A column that no schema describes. */
export function plainColumn(name: string): Column {
  return { name, path: [name], schema: undefined };
}

/** The column at a path of a record's schema; undefined when there is none. A map has one for every key. */
export function columnAt(schema: ObjectSchema, name: string): Column | undefined {
  const path: string[] = [];
  for (let rest = name; rest !== ''; rest = rest.slice((path.at(-1) ?? '').length + 1)) {
    const around = schemaAt(schema, path);
    if (around === undefined) return undefined;
    // The keys of a map may have dots in them.
    path.push(isMap(itemSchema(around)) ? rest : (rest.split('.', 1)[0] ?? ''));
  }
  const member = schemaAt(schema, path);
  return member && { name, path, schema: member };
}

/** Every column of a record, in the schema's order, what holds others before them. */
export function allColumns(schema: ObjectSchema): Column[] {
  return walk(schema, [], () => true);
}

/** The columns that hold the record's values, each once: objects by their members, Refs whole. */
export function leafColumns(schema: ObjectSchema): Column[] {
  return walk(
    schema,
    [],
    (member) => isRefSchema(member) || itemSchema(member).properties === undefined,
    false,
  );
}

function walk(
  schema: ObjectSchema,
  above: readonly string[],
  isShown: (member: ObjectSchema) => boolean,
  entersAll = true,
): Column[] {
  return Object.entries<Schema>(schema.properties ?? {}).flatMap(([step, member]) => {
    const path = [...above, step];
    if (typeof member !== 'object') return [];
    const known = member as ObjectSchema;
    // A list of objects is one value, whatever is in it.
    const isOneValue = known.type === 'array' || isRefSchema(known);
    const own = isShown(known) || isOneValue ? [{ name: path.join('.'), path, schema: known }] : [];
    const inner = itemSchema(known);
    const enters = inner.properties !== undefined && (entersAll || !isOneValue);
    return enters ? [...own, ...walk(inner, path, isShown, entersAll)] : own;
  });
}

/** Whether the values are references to other resources (contract/README.md "Conventions"). */
export function isRefSchema({ properties }: ObjectSchema): boolean {
  return properties?.id !== undefined && properties.uri !== undefined && Object.keys(properties).length === 2;
}

/** Whether the values are ids, which are of no use unless they are whole. */
export function isIdColumn({ path, schema }: Column): boolean {
  const name = path.at(-1) ?? '';
  return (
    name === 'id' ||
    name.endsWith('_id') ||
    schema?.['x-refers-to'] !== undefined ||
    (schema !== undefined && isRefSchema(itemSchema(schema)))
  );
}

/** Whether the values are points in time (RFC 3339). */
export function isTimeColumn({ schema }: Column): boolean {
  return schema?.format === 'date-time';
}

function isMap({ properties, additionalProperties }: ObjectSchema): boolean {
  return properties === undefined && typeof additionalProperties === 'object';
}
