import { type CatalogueEntry, catalogueOf, resources } from '../index.ts';
import type { ManifestForm, Operation, Resource } from '../schema/resource.ts';

/** A kind of record that a manifest can have, with the operations that make an account like it. */
export interface ManifestKind {
  /** The resource's name, by which people choose kinds: `ssh-credentials`, `edges.tcp.ip-restriction`. */
  readonly name: string;
  readonly resource: Resource;
  readonly form: ManifestForm;
  /** Makes one. What has no `create` is set by PUT, whether it is there or not. */
  readonly create: CatalogueEntry;
  /** Changes one that is there; undefined where nothing of it can be changed. */
  readonly update: CatalogueEntry | undefined;
  readonly remove: CatalogueEntry;
  readonly get: CatalogueEntry;
  /** Undefined for what only its address leads to. */
  readonly list: CatalogueEntry | undefined;
}

/** The kinds of the resources that say how a manifest has them, in their order: each after what it refers to. */
export function manifestKindsOf(all: Readonly<Record<string, Resource>>): ManifestKind[] {
  return Object.values(all).flatMap((resource) => {
    const form = resource.manifest;
    if (form === undefined) return [];
    const entries = catalogueOf({ [resource.name]: resource });
    const find = (isMeant: (operation: Operation, verb: string) => boolean) =>
      entries.find(({ operation, verb }) => isMeant(operation, verb));
    const replace = find(({ method }) => method === 'PUT');
    const update = find(
      ({ method, body }) => method === 'PATCH' && Object.keys(body?.properties ?? {}).length > 0,
    );
    const need = (entry: CatalogueEntry | undefined): CatalogueEntry => {
      if (entry === undefined) throw new Error(`${resource.name} lacks an operation that manifests need`);
      return entry;
    };
    return {
      name: resource.name,
      resource,
      form,
      create: need(find((_, verb) => verb === 'create') ?? replace),
      update: replace ?? update,
      remove: need(find(({ method }) => method === 'DELETE')),
      get: need(find((_, verb) => verb === 'get')),
      list: find((_, verb) => verb === 'list'),
    };
  });
}

/** All kinds of the API. */
export const manifestKinds: readonly ManifestKind[] = manifestKindsOf(resources);
