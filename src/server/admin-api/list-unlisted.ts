import { listUnlisted } from '../../account/resources/unlisted-records.ts';
import { quote } from '../../contract/rules/rule.ts';
import { invalidQuery, readParameters } from '../app/query.ts';
import type { RequestContext } from '../app/request-context.ts';
import type { AdminApiOptions } from './admin-handler.ts';

/**
 * The ids of a collection that no operation lists, for those who have to name one: `?of=edges/tcp`; `&within=` the edge
 * of routes.
 */
export async function listUnlistedIds(
  { query }: RequestContext,
  { store }: AdminApiOptions,
): Promise<object> {
  const parameters = readParameters(query, ['of', 'within']);
  const source = parameters.get('of') ?? '';
  const ids = await listUnlisted(store, source, parameters.get('within') ?? undefined);
  if (ids) return { ids };
  throw invalidQuery(
    'of',
    `of must name a collection that no operation lists, such as edges/tcp, not ${quote(source)}`,
  );
}
