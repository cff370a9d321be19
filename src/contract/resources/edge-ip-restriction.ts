import { demoIds } from '../examples/demo-ids.ts';
import { get, remove, replace } from '../schema/operations.ts';
import { defineResource } from '../schema/resource.ts';
import { bodySchema, recordSchema } from '../schema/schema.ts';
import * as members from './members.ts';

const ipRestriction = recordSchema('IpRestriction', {
  enabled: members.enabled,
  ip_policies: { type: 'array', items: members.ref, description: 'IP policies that are applied' },
});

const replaceIpRestriction = bodySchema(['ip_policy_ids'], {
  enabled: members.enabled,
  ip_policy_ids: {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    items: { type: 'string', 'x-refers-to': 'ip_policies' },
    'x-shown-as': 'ip_policies',
    description: 'ids of the IP policies to apply',
  },
});

const params = { id: demoIds.tcpEdges.database };

/** The IP restriction module of a TCP edge (contract/README.md "Edge modules"). */
export const edgeIpRestriction = defineResource({
  name: 'edges.tcp.ip-restriction',
  summary: 'Which addresses may connect to a TCP edge',
  eventKind: 'edge_module',
  record: ipRestriction,
  columns: ['enabled', 'ip_policies'],
  manifest: {
    member: 'ip_restriction',
    within: [{ member: 'tcp_edges', parameter: 'id', idPrefix: 'edgtcp' }],
    identity: [],
  },
  parameters: { id: { name: 'edge-id', description: 'id of the TCP edge', refersTo: 'edges/tcp' } },
  operations: {
    replace: replace('/edges/tcp/{id}/ip_restriction', replaceIpRestriction, ipRestriction, {
      summary: 'Set the IP restriction of a TCP edge',
      description: 'Replaces the whole module.',
      examples: [
        { summary: 'Admit only the office', params, body: { ip_policy_ids: [demoIds.ipPolicies.office] } },
      ],
    }),
    get: get('/edges/tcp/{id}/ip_restriction', ipRestriction, {
      summary: 'Show the IP restriction of a TCP edge',
      errors: ['ERR_MODULE_NOT_SET'],
      examples: [{ summary: 'See who may connect', params }],
    }),
    delete: remove('/edges/tcp/{id}/ip_restriction', {
      summary: 'Remove the IP restriction of a TCP edge',
      errors: ['ERR_MODULE_NOT_SET'],
      examples: [{ summary: 'Admit everybody', params }],
    }),
  },
});
