import type { CatalogueEntry } from '../../contract/index.ts';
import type { Resource } from '../../contract/schema/resource.ts';

/** The words of a resource: `edges tcp ip-restriction`. */
export function resourceWords(resource: Pick<Resource, 'name'>): string[] {
  return resource.name.split('.');
}

/** The words that run an operation, the program's name first. */
export function commandWords({ resource, verb }: Pick<CatalogueEntry, 'resource' | 'verb'>): string {
  return ['tunnelctl', ...resourceWords(resource), verb].join(' ');
}
