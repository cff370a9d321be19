import type { Resource } from '../schema/resource.ts';
import type { ObjectSchema } from '../schema/schema.ts';
import { createdAt, idSchema, ownerId, principalId, updatedAt } from './document-members.ts';

/**
 * The schema of a record in a document, a seed as well as a manifest: what its creation takes, with its id, its times and
 * its owner. Undefined for what no operation makes.
 */
export function recordItem({ idPrefix, record, operations, manifest }: Resource): ObjectSchema | undefined {
  const body = (operations.create ?? operations.replace)?.body;
  if (body === undefined) return undefined;
  // What has an address in place of an id has neither times nor an owner.
  if (idPrefix === undefined)
    return manifest?.plain === undefined ? body : (body.properties?.[manifest.plain] as ObjectSchema);
  const { updated_at, principal, owner_id } = record.properties ?? {};
  return {
    ...body,
    properties: {
      ...body.properties,
      id: idSchema(idPrefix),
      created_at: createdAt,
      ...(updated_at !== undefined && { updated_at: updatedAt }),
      ...(principal !== undefined && { principal_id: principalId }),
      ...(owner_id !== undefined && { owner_id: ownerId }),
    },
  };
}
