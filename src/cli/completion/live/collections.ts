import { catalogue } from '../../../contract/index.ts';
import type { Operation, Resource } from '../../../contract/schema/resource.ts';
import type { ObjectSchema, Schema } from '../../../contract/schema/schema.ts';

/** A list in which values of a source stand. */
export interface Place {
  readonly operation: Operation;
  /** Whose records they are. */
  readonly resource: Resource;
  /** The member that holds the value. */
  readonly member: string;
}

/**
 * Where the values of a source stand: in the list of that path, or, where no operation lists them, in the members of
 * other records that name one. The owners that somebody may give are those that keys and credentials have.
 * @param source path of a collection without its leading slash, as `x-refers-to` has it
 */
export function placesOf(source: string): Place[] {
  const listings = catalogue.filter(({ operation }) => operation.list !== undefined);
  const own = listings.find(({ operation }) => operation.path === `/${source}`);
  if (own !== undefined) {
    const properties = own.operation.list?.item.properties ?? {};
    return [{ ...own, member: 'id' in properties ? 'id' : 'type' }];
  }
  return listings.flatMap(({ operation, resource }) =>
    membersThatName(source, resource)
      .filter((member) => operation.list?.item.properties?.[member] !== undefined)
      .map((member) => ({ operation, resource, member })),
  );
}

function membersThatName(source: string, { operations }: Resource): string[] {
  const bodies = Object.values(operations).flatMap(({ body }) =>
    Object.entries<Schema>(body?.properties ?? {}),
  );
  const names = bodies.filter(([, schema]) => (schema as ObjectSchema)['x-refers-to'] === source);
  return [...new Set(names.map(([name]) => name))];
}
