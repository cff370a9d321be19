import { demoIds } from '../examples/demo-ids.ts';
import { defineResource } from '../schema/resource.ts';
import type { ObjectSchema } from '../schema/schema.ts';
import * as members from './members.ts';

const enabled = {
  type: 'boolean',
  default: true,
  description: 'whether the module is applied',
} as const satisfies ObjectSchema;

const ipRestriction = {
  title: 'IpRestriction',
  type: 'object',
  additionalProperties: false,
  required: ['enabled', 'ip_policies'],
  properties: {
    enabled,
    ip_policies: { type: 'array', items: members.ref, description: 'IP policies that are applied' },
  },
} as const satisfies ObjectSchema;

const replaceIpRestriction = {
  type: 'object',
  additionalProperties: false,
  required: ['ip_policy_ids'],
  properties: {
    enabled,
    ip_policy_ids: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: { type: 'string', 'x-refers-to': 'ip_policies' },
      description: 'ids of the IP policies to apply',
    },
  },
} as const satisfies ObjectSchema;

const params = { id: demoIds.tcpEdges.database };

/** The IP restriction module of a TCP edge (contract/README.md "Edge modules"). */
export const edgeIpRestriction = defineResource({
  name: 'edges.tcp.ip-restriction',
  summary: 'Which addresses may connect to a TCP edge',
  eventKind: 'edge_module',
  record: ipRestriction,
  columns: ['enabled', 'ip_policies'],
  parameters: { id: { name: 'edge-id', description: 'id of the TCP edge' } },
  operations: {
    replace: {
      method: 'PUT',
      path: '/edges/tcp/{id}/ip_restriction',
      summary: 'Set the IP restriction of a TCP edge',
      description: 'Replaces the whole module.',
      status: 200,
      body: replaceIpRestriction,
      returns: ipRestriction,
      examples: [
        { summary: 'Admit only the office', params, body: { ip_policy_ids: [demoIds.ipPolicies.office] } },
      ],
    },
    get: {
      method: 'GET',
      path: '/edges/tcp/{id}/ip_restriction',
      summary: 'Show the IP restriction of a TCP edge',
      status: 200,
      returns: ipRestriction,
      errors: ['ERR_MODULE_NOT_SET'],
      examples: [{ summary: 'See who may connect', params }],
    },
    delete: {
      method: 'DELETE',
      path: '/edges/tcp/{id}/ip_restriction',
      summary: 'Remove the IP restriction of a TCP edge',
      status: 204,
      errors: ['ERR_MODULE_NOT_SET'],
      examples: [{ summary: 'Admit everybody', params }],
    },
  },
});
