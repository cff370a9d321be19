import { isId } from '../../account/records/identifiers.ts';
import type { PageQuery } from '../../account/records/operation-context.ts';
import { RequestError } from '../../account/records/request-error.ts';
import { protocol } from '../../contract/http/protocol.ts';
import { resources } from '../../contract/index.ts';
import { quote, shorten } from '../../contract/rules/rule.ts';
import type { Operation, Resource } from '../../contract/schema/resource.ts';

/**
 * Reads the query of an operation: `limit` and `before_id` for paged lists, nothing for all others.
 * @throws RequestError 400 for unknown, repeated and wrong parameters
 * @see contract/README.md "Requests" and "Paging"
 */
export function readQuery(operation: Operation, query: string): PageQuery {
  if (query === '') return { limit: protocol.maxPageSize, before: undefined };
  const parameters = readParameters(query, operation.list?.paged ? ['limit', 'before_id'] : []);
  return {
    limit: readLimit(parameters.get('limit')),
    before: readBefore(parameters.get('before_id'), idPrefixOf(operation)),
  };
}

/** The parameters of a query. @throws RequestError 400 for unknown and repeated ones */
export function readParameters(query: string, known: readonly string[]): URLSearchParams {
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys()) {
    if (!known.includes(name)) {
      const supported = known.length === 0 ? 'this operation takes none' : `supported: ${known.join(', ')}`;
      throw invalidQuery(name, `${quote(name)} is not a query parameter here; ${supported}`);
    }
    if (parameters.getAll(name).length > 1) throw invalidQuery(name, `${name} is given more than once`);
  }
  return parameters;
}

// A list may hold records of another resource: the endpoints bound to an operator.
function idPrefixOf(operation: Operation): string {
  const listed = Object.values<Resource>(resources).find(({ record }) => record === operation.list?.item);
  return listed?.idPrefix ?? '';
}

function readLimit(text: string | null): number {
  if (text === null) return protocol.maxPageSize;
  const limit = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= protocol.maxPageSize) return limit;
  throw invalidQuery(
    'limit',
    `limit must be a whole number from 1 to ${protocol.maxPageSize}, not ${quote(text)}`,
  );
}

function readBefore(text: string | null, prefix: string): string | undefined {
  if (text === null) return undefined;
  if (isId(prefix, text)) return text;
  throw invalidQuery(
    'before_id',
    `before_id ${quote(text)} is not an id of this list; ids look like ${prefix}_…`,
  );
}

export function invalidQuery(field: string, message: string): RequestError {
  return new RequestError('ERR_INVALID_QUERY', message, { field: shorten(field) });
}
