import { resources } from '../../contract/index.ts';
import type { BodyOf, ResultOf } from '../../contract/resource.ts';
import { defineBehaviour } from '../behaviour.ts';
import { param } from '../call.ts';
import { moduleOf } from '../edge-modules.ts';

type UserAgentFilter = ResultOf<typeof resources.routeUserAgentFilter.operations.get>;

/** The user agent filter in the row of its route, which must belong to the edge that the path names. */
const userAgentFilter = moduleOf<UserAgentFilter>({
  resource: resources.routeUserAgentFilter,
  collection: 'edges/https/routes',
  member: 'user_agent_filter',
  noun: 'route of this HTTPS edge',
  id: (call) => param(call, 'id'),
  isMeant: (call, row) => row.edgeId === param(call, 'edge_id'),
});

/** api.md section 4, Edge modules; decisions.md "Edge modules". */
export const routeUserAgentFilterBehaviour = defineBehaviour(resources.routeUserAgentFilter, {
  ...userAgentFilter.handlers,
  replace: (call) => userAgentFilter.replace(call, async () => newUserAgentFilter(call.body)),
});

export function newUserAgentFilter({
  enabled = true,
  allow = [],
  deny = [],
}: BodyOf<typeof resources.routeUserAgentFilter.operations.replace>): UserAgentFilter {
  return { enabled, allow, deny };
}
