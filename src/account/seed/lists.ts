import { documentHead } from '../../contract/manifest/document-schema.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { type CatalogueEntry, completeCatalogue, isRules } from '../resources/catalogue.ts';
import type { SeedList } from '../rules/seed-list.ts';
import { seedListOf } from '../rules/standard-seed-list.ts';
import { type AccountItem, accountItem } from './account-item.ts';

/** The lists of a seed; each comes after those that its items refer to. */
export function seedListsOf(entries: readonly CatalogueEntry[]): readonly SeedList[] {
  return entries.flatMap((entry) => (isRules(entry) ? (seedListOf(entry) ?? []) : entry));
}

export const seedLists = seedListsOf(completeCatalogue());

/** The content of a seed: the account itself, and lists of items by their names, each as its schema has it. */
export interface Seed {
  readonly account?: AccountItem;
}

/** The items that a list has in a seed, or in the item around them. */
export function itemsOf(holder: object, { member }: SeedList): readonly object[] {
  return (holder as Readonly<Record<string, readonly object[] | undefined>>)[member] ?? [];
}

/**
 * What a seed file may hold, in YAML or JSON: parts of an account, or a whole one. Everything is optional, and
 * the order in the file does not matter. Members are called as in the API; what no operation of the API creates
 * stands beside what some operation does.
 */
export function seedSchemaOf(lists: readonly SeedList[]): ObjectSchema {
  const properties = lists.map(({ member, item, description }) => [
    member,
    { type: 'array', items: item, ...(description !== undefined && { description }) },
  ]);
  return {
    title: 'Seed',
    type: 'object',
    additionalProperties: false,
    properties: { ...documentHead, account: accountItem, ...Object.fromEntries(properties) },
  };
}
