import { demoIds } from '../examples/demo-ids.ts';
import { get, remove, replace } from '../schema/operations.ts';
import { defineResource } from '../schema/resource.ts';
import { bodySchema, type ObjectSchema, recordSchema } from '../schema/schema.ts';
import * as members from './members.ts';

const expressions = {
  type: 'array',
  maxItems: 100,
  items: { type: 'string', format: 're2', minLength: 1, 'x-max-bytes': 1024 },
} as const satisfies ObjectSchema;

const filterMembers = {
  enabled: members.enabled,
  allow: { ...expressions, description: 'user agents that are let through: RE2 regular expressions' },
  deny: { ...expressions, description: 'user agents that are turned away: RE2 regular expressions' },
} as const satisfies Record<string, ObjectSchema>;

const userAgentFilter = recordSchema('UserAgentFilter', filterMembers);
const replaceUserAgentFilter = bodySchema([], filterMembers);

const path = '/edges/https/{edge_id}/routes/{id}/user_agent_filter';
const params = { edge_id: demoIds.httpsEdges.shop, id: demoIds.httpsEdgeRoutes.shopRoot };

/** The user agent filter module of an HTTPS edge route (contract/README.md "Edge modules"). */
export const routeUserAgentFilter = defineResource({
  name: 'edges.https.routes.user-agent-filter',
  summary: 'Which user agents an HTTPS edge route serves',
  eventKind: 'edge_module',
  record: userAgentFilter,
  columns: ['enabled', 'allow', 'deny'],
  manifest: {
    member: 'user_agent_filter',
    within: [
      { member: 'https_edges', parameter: 'edge_id', idPrefix: 'edghts' },
      { member: 'routes', parameter: 'id', idPrefix: 'edghtsrt' },
    ],
    identity: [],
  },
  parameters: {
    edge_id: { description: 'id of the HTTPS edge', refersTo: 'edges/https' },
    id: {
      name: 'route-id',
      description: 'id of the route',
      refersTo: 'edges/https/{edge_id}/routes',
    },
  },
  operations: {
    replace: replace(path, replaceUserAgentFilter, userAgentFilter, {
      summary: 'Set the user agent filter of a route',
      description: 'Replaces the whole module.',
      examples: [
        {
          summary: 'Turn crawlers away, except one',
          params,
          body: { deny: ['(?i)bot'], allow: ['Friendlybot/1'] },
        },
      ],
    }),
    get: get(path, userAgentFilter, {
      summary: 'Show the user agent filter of a route',
      errors: ['ERR_MODULE_NOT_SET'],
      examples: [{ summary: 'See who is turned away', params }],
    }),
    delete: remove(path, {
      summary: 'Remove the user agent filter of a route',
      errors: ['ERR_MODULE_NOT_SET'],
      examples: [{ summary: 'Serve every user agent', params }],
    }),
  },
});
