import type { ManifestHolder } from '../schema/resource.ts';
import type { ObjectSchema } from '../schema/schema.ts';
import { idSchema } from './document-members.ts';
import type { ManifestKind } from './kinds.ts';
import { recordItem } from './record-item.ts';

/** The version of the form of documents. */
export const documentVersion = 1;

/** What a document may begin with, whatever is in it. */
export const documentHead = {
  $schema: { type: 'string', description: 'where editors find the schema of this file' },
  version: { const: documentVersion, description: 'version of the form of this file' },
} as const satisfies Record<string, ObjectSchema>;

type Properties = Record<string, ObjectSchema>;

/**
 * The schema of what a manifest says of an account: a list for each kind, and lists around those records that have no
 * list of their own (contract/README.md "Manifests").
 */
export function manifestSchema(kinds: readonly ManifestKind[]): ObjectSchema {
  const properties: Properties = { ...documentHead };
  for (const { form, resource } of kinds) {
    const item = recordItem(resource) ?? {};
    const holder = form.within?.reduce<Properties>((around, one) => listIn(around, one), properties);
    if (holder === undefined)
      properties[form.member] = { type: 'array', items: item, description: resource.summary };
    else if (form.plain !== undefined)
      holder[form.member] = { type: 'array', items: item, description: resource.summary };
    else holder[form.member] = { ...item, description: resource.summary };
  }
  return { title: 'Manifest', type: 'object', additionalProperties: false, properties };
}

/** The members of the items of a list, which is made where it is not there yet. */
function listIn(around: Properties, { member, idPrefix }: ManifestHolder): Properties {
  const known = around[member]?.items as { properties: Properties } | undefined;
  if (known !== undefined) return known.properties;
  const properties: Properties = {
    id: { ...idSchema(idPrefix), description: 'its id, which the API does not list' },
  };
  const items = { type: 'object', additionalProperties: false, required: ['id'], properties } as const;
  around[member] = { type: 'array', items };
  return properties;
}
