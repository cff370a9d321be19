import { ownEntry } from '../contract/schema/json-object.ts';
import { type CatalogueEntry, completeCatalogue, rulesIn } from './resources/catalogue.ts';
import { forOwners } from './rules/owned-records.ts';
import type { AnyHandler } from './rules/resource-rules.ts';
import { standardHandlers } from './rules/standard-handlers.ts';

/**
 * The handler of each operation, by the operation's name in the catalogue of the contract. Those that the contract says
 * answer ERR_NOT_OWNER look at who calls.
 * @throws Error when an operation has none
 */
export function handlersOf(entries: readonly CatalogueEntry[]): ReadonlyMap<string, AnyHandler> {
  const handlers = new Map<string, AnyHandler>();
  for (const rules of rulesIn(entries)) {
    const all: Readonly<Record<string, AnyHandler>> = { ...standardHandlers(rules), ...rules.handlers };
    for (const [verb, { errors }] of Object.entries(rules.resource.operations)) {
      const name = `${rules.resource.name}.${verb}`;
      const handler = ownEntry(all, verb);
      if (!handler) throw new Error(`${name} has no handler`);
      handlers.set(name, errors?.includes('ERR_NOT_OWNER') ? forOwners(rules, handler) : handler);
    }
  }
  return handlers;
}

export const handlers = handlersOf(completeCatalogue());
