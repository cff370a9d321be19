import type { CatalogueEntry } from '../../contract/index.ts';
import type { Operation } from '../../contract/schema/resource.ts';

/**
 * What an argument may be: an id and nothing else; a word that is an id unless the service says that there is none,
 * and then perhaps the beginning of one, or a name; or a name and certainly no id.
 */
export type IdForm = 'id' | 'word' | 'name';

/** A whole id of any kind (contract/README.md "Ids and times"). */
const WHOLE = /^[a-z0-9]+_[0-9A-Za-z]{27}$/;

/** Fewer characters would be found by accident, as `ep_$UNSET` is. */
const SHORTEST_BEGINNING = 5;

/** How an argument is to be taken. What no list knows, and what no path can hold, stands as it is. */
export function formOf(entry: CatalogueEntry, parameter: string, value: string): IdForm {
  if (WHOLE.test(value) || value.trim() === '' || value === '.' || value === '..') return 'id';
  const prefix = listingOf(entry, parameter)?.resource.idPrefix;
  if (prefix === undefined) return 'id';
  if (!/^[\w-]+$/.test(value)) return 'name';
  return value.startsWith(`${prefix}_`) && !isBeginning(prefix, value) ? 'id' : 'word';
}

/** Whether ids of a prefix may begin so. */
export function isBeginning(prefix: string | undefined, value: string): boolean {
  if (prefix === undefined || !value.startsWith(`${prefix}_`)) return false;
  const digits = value.slice(prefix.length + 1);
  return /^[0-9A-Za-z]*$/.test(digits) && digits.length >= SHORTEST_BEGINNING;
}

/** The operation that lists what a member of a path names, and the resource that it lists. */
export function listingOf(
  { resource, operation }: CatalogueEntry,
  parameter: string,
): { readonly resource: CatalogueEntry['resource']; readonly list: Operation } | undefined {
  const collection =
    resource.parameters?.[parameter]?.refersTo ??
    operation.path.slice(1, operation.path.indexOf(`/{${parameter}}`));
  const list = Object.values(resource.operations).find(
    (one) => one.list !== undefined && one.path === `/${collection}`,
  );
  return list && { resource, list };
}
