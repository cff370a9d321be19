import { type CatalogueEntry, completeCatalogue, rulesIn } from './resources/catalogue.ts';
import type { AnyHandler } from './rules/resource-rules.ts';
import { standardHandlers } from './rules/standard-handlers.ts';

/**
 * The handler of each operation, by the operation's name in the catalogue of the contract.
 * @throws Error when an operation has none
 */
export function handlersOf(entries: readonly CatalogueEntry[]): ReadonlyMap<string, AnyHandler> {
  const handlers = new Map<string, AnyHandler>();
  for (const rules of rulesIn(entries)) {
    const all: Readonly<Record<string, AnyHandler>> = { ...standardHandlers(rules), ...rules.handlers };
    for (const verb of Object.keys(rules.resource.operations)) {
      const name = `${rules.resource.name}.${verb}`;
      const handler = Object.hasOwn(all, verb) ? all[verb] : undefined;
      if (!handler) throw new Error(`${name} has no handler`);
      handlers.set(name, handler);
    }
  }
  return handlers;
}

export const handlers = handlersOf(completeCatalogue());
