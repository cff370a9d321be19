import type { Command } from 'commander';
import type { CatalogueEntry } from '../../contract/index.ts';
import { type Operation, pathParameters, type Resource } from '../../contract/schema/resource.ts';
import { kebab } from './flags.ts';

/** What the command line calls a member of a path: `edge-id`. */
export function argumentName(resource: Resource, parameter: string): string {
  return kebab(resource.parameters?.[parameter]?.name ?? parameter);
}

/** The arguments of an operation as help shows them: `<edge-id> <route-id>`. */
export function argumentUsage({
  resource,
  operation,
}: Pick<CatalogueEntry, 'resource' | 'operation'>): string {
  return pathParameters(operation)
    .map((name) => `<${argumentName(resource, name)}>`)
    .join(' ');
}

/** Takes the members of the path as arguments, in its order. */
export function addArguments(command: Command, resource: Resource, operation: Operation): void {
  for (const parameter of pathParameters(operation)) {
    const description = resource.parameters?.[parameter]?.description ?? '';
    command.argument(`<${argumentName(resource, parameter)}>`, description);
  }
}

/** The arguments by the names that the path has for them. */
export function readArguments(operation: Operation, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pathParameters(operation).map((name, position) => [name, values[position] ?? '']),
  );
}
