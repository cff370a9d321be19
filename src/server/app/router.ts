import { methodNotAllowed, RequestError } from '../../account/records/request-error.ts';
import { type CatalogueEntry, catalogue } from '../../contract/index.ts';

/** An operation together with what the path says about it. */
export interface Route {
  readonly entry: CatalogueEntry;
  readonly params: Readonly<Record<string, string>>;
}

interface PathNode {
  readonly fixed: Map<string, PathNode>;
  parameter?: PathNode;
  readonly methods: Map<string, { entry: CatalogueEntry; names: string[] }>;
}

const root = emptyNode();
for (const entry of catalogue) add(entry);

function emptyNode(): PathNode {
  return { fixed: new Map(), methods: new Map() };
}

function add(entry: CatalogueEntry): void {
  const names: string[] = [];
  let node = root;
  for (const segment of entry.operation.path.slice(1).split('/')) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name !== undefined) {
      names.push(name);
      node.parameter ??= emptyNode();
      node = node.parameter;
    } else {
      const next = node.fixed.get(segment) ?? emptyNode();
      node.fixed.set(segment, next);
      node = next;
    }
  }
  node.methods.set(entry.operation.method, { entry, names });
}

/**
 * The operation behind a method and a path without query, or why there is none: 404 for a path that the API does not
 * have, 405 for a method that the path does not offer.
 */
export function findRoute(method: string, path: string): Route | RequestError {
  if (!path.startsWith('/')) return new RequestError('ERR_UNKNOWN_PATH');
  const values: string[] = [];
  let node: PathNode | undefined = root;
  for (const segment of path.slice(1).split('/')) {
    const fixed: PathNode | undefined = node.fixed.get(segment);
    if (!fixed && segment !== '') {
      const value = decode(segment);
      if (value === undefined) return new RequestError('ERR_UNKNOWN_PATH', malformed);
      values.push(value);
    }
    node = fixed ?? (segment === '' ? undefined : node.parameter);
    if (!node) break;
  }
  if (!node || node.methods.size === 0) return new RequestError('ERR_UNKNOWN_PATH');
  const found = node.methods.get(method);
  if (!found) return methodNotAllowed([...node.methods.keys()]);
  return {
    entry: found.entry,
    params: Object.fromEntries(found.names.map((name, position) => [name, values[position] ?? ''])),
  };
}

const malformed = 'the path is not valid percent-encoding';

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
