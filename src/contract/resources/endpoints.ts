import { demoIds } from '../examples/demo-ids.ts';
import { create, get, list, remove, update } from '../schema/operations.ts';
import { defineResource } from '../schema/resource.ts';
import { bodySchema, type ObjectSchema, recordSchema } from '../schema/schema.ts';
import * as members from './members.ts';

const url = {
  type: 'string',
  format: 'endpoint-url',
  'x-max-bytes': 512,
  description:
    'URL to serve: https://host, http://host, tcp://host:port or tls://host; internal under .internal',
} as const satisfies ObjectSchema;

const trafficPolicy = {
  type: 'string',
  format: 'traffic-policy',
  'x-max-bytes': 65_536,
  'x-file': 'policy.yml',
  description: 'traffic policy, a JSON or YAML document',
} as const satisfies ObjectSchema;

const bindings = {
  type: 'array',
  minItems: 1,
  maxItems: 1,
  items: { type: 'string', enum: ['public', 'internal', 'kubernetes'] },
  'x-follows': 'url',
  description:
    'where it can be reached: public, internal (under .internal alone) or kubernetes; decided by the host when not given',
} as const satisfies ObjectSchema;

const poolingEnabled = {
  type: 'boolean',
  default: false,
  description: 'share the URL with other endpoints that allow it too',
} as const satisfies ObjectSchema;

const text = { type: 'string' } as const satisfies ObjectSchema;

/** contract/README.md "Endpoint": members that do not apply to the type are left out. */
export const endpoint = recordSchema(
  'Endpoint',
  {
    id: members.id,
    uri: members.uri,
    region: { ...text, description: 'region that serves it' },
    created_at: members.createdAt,
    updated_at: members.updatedAt,
    public_url: { ...text, description: 'URL of the hostport served' },
    proto: { type: 'string', enum: ['http', 'https', 'tcp', 'tls'], description: 'protocol' },
    scheme: { ...text, description: 'scheme of the URL' },
    hostport: { ...text, description: 'hostname:port; soon to be deprecated' },
    host: { ...text, description: 'hostname' },
    port: { type: 'integer', minimum: 1, maximum: 65_535, description: 'port' },
    type: {
      type: 'string',
      enum: ['ephemeral', 'edge', 'cloud'],
      description:
        'ephemeral (served by an agent), edge (served by an edge) or cloud (made through this API)',
    },
    metadata: members.metadata,
    description: members.description,
    domain: { ...members.ref, description: 'reserved domain' },
    tcp_addr: { ...members.ref, description: 'reserved address' },
    tunnel: { ...members.ref, description: 'tunnel of an ephemeral endpoint' },
    edge: { ...members.ref, 'x-refers-to': 'edges', description: 'edge of an edge endpoint' },
    upstream_url: { ...text, description: 'local address that the tunnel forwards to' },
    upstream_protocol: { ...text, description: 'protocol that the agent forwards with' },
    url: {
      ...text,
      'x-column': { kept: true, least: 'whole' },
      'x-identifies': true,
      description: 'the endpoint URL',
    },
    principal: members.principal('user or bot that owns it'),
    traffic_policy: { ...text, 'x-document': true, description: 'traffic policy attached to it' },
    bindings,
    tunnel_session: { ...members.ref, description: 'session of the agent' },
    name: { ...text, description: 'name that you gave it' },
    pooling_enabled: poolingEnabled,
  },
  [
    'domain',
    'tcp_addr',
    'tunnel',
    'edge',
    'upstream_url',
    'upstream_protocol',
    'traffic_policy',
    'tunnel_session',
    'name',
  ],
);

const cloudMembers = {
  traffic_policy: trafficPolicy,
  ...members.words,
  bindings,
  pooling_enabled: poolingEnabled,
} as const;

const createEndpoint = bodySchema(['url'], {
  url,
  type: { type: 'string', enum: ['cloud'], default: 'cloud', description: 'kind of endpoint' },
  ...cloudMembers,
});

const updateEndpoint = bodySchema([], {
  url: { ...url, 'x-fixed': 'scheme' },
  ...cloudMembers,
  traffic_policy: {
    ...trafficPolicy,
    'x-warn-empty': 'the traffic policy goes, and with it all that it turned away',
  },
});

/** Endpoints of every type; only cloud endpoints can be written (contract/README.md "Endpoint"). */
export const endpoints = defineResource({
  name: 'endpoints',
  idPrefix: 'ep',
  summary: 'URLs that the service serves, with their traffic policies',
  eventKind: 'endpoint',
  record: endpoint,
  columns: ['id', 'url', 'type', 'bindings', 'description', 'created_at'],
  manifest: {
    member: 'endpoints',
    identity: ['url'],
    shared: { where: 'pooling_enabled', by: ['description'] },
    own: { member: 'type', value: 'cloud' },
  },
  parameters: { id: { description: 'id of the endpoint', refersTo: 'endpoints' } },
  operations: {
    create: create('/endpoints', createEndpoint, endpoint, {
      summary: 'Create a cloud endpoint',
      errors: ['ERR_ENDPOINT_URL_TAKEN'],
      examples: [
        {
          summary: 'Serve a URL that denies every request',
          body: {
            url: 'https://maintenance.example.com',
            traffic_policy:
              'on_http_request:\n  - actions:\n      - type: deny\n        config:\n          status_code: 503\n',
            description: 'down for maintenance',
          },
        },
        {
          summary: 'Serve an internal URL that only other policies can forward to',
          body: { url: 'https://billing.internal', bindings: ['internal'] },
        },
      ],
    }),
    list: list('/endpoints', 'endpoints', endpoint, {
      summary: 'List active endpoints of every type',
      examples: [{ summary: 'List all endpoints, newest first' }],
    }),
    get: get('/endpoints/{id}', endpoint, {
      summary: 'Show an endpoint',
      examples: [{ summary: 'Show one endpoint', params: { id: demoIds.endpoints.app } }],
    }),
    update: update('/endpoints/{id}', updateEndpoint, endpoint, {
      summary: 'Change a cloud endpoint',
      description: 'The scheme of the URL cannot change.',
      errors: ['ERR_ENDPOINT_URL_TAKEN', 'ERR_ENDPOINT_NOT_CLOUD'],
      examples: [
        {
          summary: 'Attach a traffic policy',
          params: { id: demoIds.endpoints.app },
          body: {
            traffic_policy:
              'on_http_request:\n  - actions:\n      - type: rate-limit\n        config:\n          name: per client\n          algorithm: sliding_window\n          capacity: 10\n          rate: 60s\n          bucket_key: [conn.client_ip]\n',
          },
        },
        {
          summary: 'Let other endpoints serve the same URL',
          params: { id: demoIds.endpoints.app },
          body: { pooling_enabled: true },
        },
      ],
    }),
    delete: remove('/endpoints/{id}', {
      summary: 'Delete a cloud endpoint',
      errors: ['ERR_ENDPOINT_NOT_CLOUD'],
      examples: [{ summary: 'Delete one endpoint', params: { id: demoIds.endpoints.app } }],
    }),
  },
});
