import type { ObjectSchema, Schema } from '../../contract/schema/schema.ts';

export type FlagKind = 'text' | 'number' | 'boolean' | 'list' | 'map';

/** A member of a request body as the command line takes it. */
export interface Flag {
  /** `--deployment.cluster-name` */
  readonly name: string;
  /** Where it stands in the body: `['deployment', 'cluster_name']`. */
  readonly path: readonly string[];
  readonly kind: FlagKind;
  readonly schema: ObjectSchema;
  /** Whether the operation always needs it. Members of an object that may be left out are not. */
  readonly isRequired: boolean;
}

/** The flags of a request body: one for each member, in the schema's order, nested members with dots. */
export function flagsOf(body: ObjectSchema): Flag[] {
  return membersOf(body, [], true);
}

/** `['deployment', 'cluster_name']` as a flag: `--deployment.cluster-name`. */
export function flagName(path: readonly string[]): string {
  return `--${path.map(kebab).join('.')}`;
}

/** How a member's or parameter's name is written on the command line. */
export function kebab(name: string): string {
  return name.replaceAll('_', '-');
}

function membersOf(schema: ObjectSchema, path: readonly string[], isNeeded: boolean): Flag[] {
  const needed = isNeeded ? (schema.required ?? []) : [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]: [string, Schema]) => {
    const memberPath = [...path, name];
    if (typeof member === 'boolean') return [];
    const isRequired = needed.includes(name);
    if (member.properties !== undefined) return membersOf(member, memberPath, isRequired);
    return [
      { name: flagName(memberPath), path: memberPath, kind: kindOf(member), schema: member, isRequired },
    ];
  });
}

const kinds: Record<string, FlagKind> = {
  array: 'list',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  object: 'map',
};

function kindOf({ type }: ObjectSchema): FlagKind {
  const [first = 'string'] = [type ?? 'string'].flat();
  return kinds[first] ?? 'text';
}
