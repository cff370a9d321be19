import { resources } from '../../contract/index.ts';
import type { BodyOf, ResultOf } from '../../contract/schema/resource.ts';
import { param } from '../records/operation-context.ts';
import { defineRules } from '../rules/resource-rules.ts';
import { edgeCollections, moduleOf } from './edge-modules.ts';

type UserAgentFilter = ResultOf<typeof resources.routeUserAgentFilter.operations.get>;

/** The user agent filter in the row of its route, which must belong to the edge that the path names. */
const userAgentFilter = moduleOf<UserAgentFilter>({
  resource: resources.routeUserAgentFilter,
  collection: edgeCollections.routes,
  member: 'user_agent_filter',
  noun: 'route of this HTTPS edge',
  id: (context) => param(context, 'id'),
  belongs: (context, row) => row.edgeId === param(context, 'edge_id'),
});

/** contract/README.md "Edge modules". */
export const routeUserAgentFilterRules = defineRules(resources.routeUserAgentFilter, {
  handlers: {
    ...userAgentFilter.handlers,
    replace: (context) => userAgentFilter.replace(context, async () => newUserAgentFilter(context.body)),
  },
});

export function newUserAgentFilter({
  enabled = true,
  allow = [],
  deny = [],
}: BodyOf<typeof resources.routeUserAgentFilter.operations.replace>): UserAgentFilter {
  return { enabled, allow, deny };
}
