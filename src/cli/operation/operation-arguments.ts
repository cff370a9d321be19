import type { CatalogueEntry } from '../../contract/index.ts';
import { pathParameters, type Resource } from '../../contract/schema/resource.ts';
import { type ArgumentDefinition, argument } from '../parser/options.ts';
import { hinted } from '../parser/value-types.ts';
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

/** The members of the path as arguments that must be given, in its order. */
export function pathArguments({
  resource,
  operation,
}: Pick<CatalogueEntry, 'resource' | 'operation'>): Record<string, ArgumentDefinition> {
  return Object.fromEntries(
    pathParameters(operation).map((name) => {
      const { description = '', refersTo } = resource.parameters?.[name] ?? {};
      const hint = refersTo === undefined ? {} : { source: refersTo };
      return [name, argument(`<${argumentName(resource, name)}>`, description, hinted(hint))];
    }),
  );
}
