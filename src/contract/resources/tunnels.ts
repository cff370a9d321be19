import { demoIds } from '../examples/demo-ids.ts';
import { get, list } from '../schema/operations.ts';
import { defineResource } from '../schema/resource.ts';
import { type ObjectSchema, recordSchema } from '../schema/schema.ts';
import * as members from './members.ts';

const text = { type: 'string' } as const satisfies ObjectSchema;

const tunnel = recordSchema(
  'Tunnel',
  {
    id: members.id,
    uri: members.uri,
    public_url: { ...text, 'x-identifies': true, description: 'URL that an ephemeral tunnel serves' },
    started_at: { ...text, format: 'date-time', description: 'when it came online' },
    metadata: { ...text, description: "metadata from the agent's configuration" },
    proto: {
      type: 'string',
      enum: ['http', 'https', 'tcp', 'tls'],
      description: 'protocol of an ephemeral tunnel',
    },
    region: { ...text, description: 'region that serves it' },
    tunnel_session: { ...members.ref, description: 'session of the agent' },
    endpoint: { ...members.ref, description: 'endpoint that the agent started' },
    labels: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'labels of a backend tunnel',
    },
    backends: { ...members.ref, description: 'tunnel group backends' },
    forwards_to: {
      ...text,
      'x-column': { kept: true, least: 'whole' },
      description: 'URL or network address that it forwards to',
    },
  },
  ['public_url', 'proto', 'endpoint', 'labels', 'backends'],
);

/** Tunnels that agents hold open now (contract/README.md "Tunnel sessions and tunnels"). */
export const tunnels = defineResource({
  name: 'tunnels',
  idPrefix: 'tn',
  summary: 'Tunnels that agents hold open now',
  record: tunnel,
  columns: ['id', 'public_url', 'labels', 'forwards_to', 'region', 'started_at'],
  parameters: { id: { description: 'id of the tunnel', refersTo: 'tunnels' } },
  operations: {
    list: list('/tunnels', 'tunnels', tunnel, {
      summary: 'List tunnels that are online',
      examples: [{ summary: 'List all online tunnels, newest first' }],
    }),
    get: get('/tunnels/{id}', tunnel, {
      summary: 'Show a tunnel',
      examples: [{ summary: 'Show one tunnel', params: { id: demoIds.tunnels.linuxWeb } }],
    }),
  },
});
