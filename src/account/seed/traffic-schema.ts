import { resources } from '../../contract/index.ts';
import type { FromSchema, ObjectSchema } from '../../contract/schema/schema.ts';
import { createdAt, idSchema, principalId, text, updatedAt, word, words } from './schema-members.ts';

// What traffic meets before it reaches an agent: names, policies, edges, cloud endpoints, operators.

const { body: createEndpoint } = resources.endpoints.operations.create;
export const endpointMembers = createEndpoint.properties;

export const ipPolicySeed = {
  type: 'object',
  additionalProperties: false,
  properties: { id: idSchema('ipp'), created_at: createdAt, ...words },
  description: 'an IP policy',
} as const satisfies ObjectSchema;

export const reservedDomainSeed = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    id: idSchema('rd'),
    created_at: createdAt,
    name: { ...word, description: 'the domain: app.example.com' },
  },
  description: 'a domain that endpoints share',
} as const satisfies ObjectSchema;

export const reservedAddressSeed = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    id: idSchema('ra'),
    created_at: createdAt,
    name: { ...word, description: 'the address: tcp.example.com:5432' },
  },
  description: 'a TCP address that endpoints share',
} as const satisfies ObjectSchema;

const edgeEndpoints = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['url'],
    properties: { id: idSchema('ep'), created_at: createdAt, url: endpointMembers.url },
    description: 'an endpoint that the edge serves',
  },
  description: 'the endpoints that the edge serves, one for each host and port',
} as const satisfies ObjectSchema;

const edgeMembers = {
  created_at: createdAt,
  ...words,
  principal_id: principalId,
  endpoints: edgeEndpoints,
} as const satisfies Record<string, ObjectSchema>;

export const tcpEdgeSeed = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: idSchema('edgtcp'),
    ...edgeMembers,
    ip_restriction: {
      ...resources.edgeIpRestriction.operations.replace.body,
      description: 'which addresses may connect',
    },
  },
  description: 'a TCP edge',
} as const satisfies ObjectSchema;

export const tlsEdgeSeed = {
  type: 'object',
  additionalProperties: false,
  properties: { id: idSchema('edgtls'), ...edgeMembers },
  description: 'a TLS edge',
} as const satisfies ObjectSchema;

export const httpsEdgeSeed = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: idSchema('edghts'),
    ...edgeMembers,
    routes: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['match'],
        properties: {
          id: idSchema('edghtsrt'),
          created_at: createdAt,
          ...words,
          match: { ...word, pattern: '^/', description: 'path that requests must start with' },
          user_agent_filter: {
            ...resources.routeUserAgentFilter.operations.replace.body,
            description: 'which user agents are served',
          },
        },
        description: 'a route',
      },
      description: 'the routes of the edge',
    },
  },
  description: 'an HTTPS edge',
} as const satisfies ObjectSchema;

export const endpointSeed = {
  ...createEndpoint,
  properties: {
    ...endpointMembers,
    id: idSchema('ep'),
    created_at: createdAt,
    updated_at: updatedAt,
    principal_id: principalId,
    name: { ...text, description: 'name given by you' },
  },
  description: 'a cloud endpoint',
} as const satisfies ObjectSchema;

const { body: createOperator } = resources.kubernetesOperators.operations.create;

const certificateTime = { type: 'string', format: 'date-time' } as const satisfies ObjectSchema;
const { binding } = createOperator.properties;

export const operatorSeed = {
  ...createOperator,
  properties: {
    ...createOperator.properties,
    binding: {
      ...binding,
      properties: {
        ...binding.properties,
        cert: {
          type: 'object',
          additionalProperties: false,
          required: ['cert'],
          properties: {
            cert: { type: 'string', 'x-max-bytes': 16_384, description: 'the certificate, PEM' },
            not_before: { ...certificateTime, description: 'start of its validity' },
            not_after: { ...certificateTime, description: 'end of its validity' },
          },
          description:
            'in place of csr: its client certificate as it was issued before, empty if it has none; the binding is ' +
            'then taken as it is, also without bindings among the enabled_features',
        },
      },
    },
    id: idSchema('k8sop'),
    created_at: createdAt,
    updated_at: updatedAt,
    principal_id: principalId,
  },
  description: 'an operator registered for a Kubernetes cluster',
} as const satisfies ObjectSchema;

export type IpPolicySeed = FromSchema<typeof ipPolicySeed>;
export type ReservedDomainSeed = FromSchema<typeof reservedDomainSeed>;
export type ReservedAddressSeed = FromSchema<typeof reservedAddressSeed>;
export type TcpEdgeSeed = FromSchema<typeof tcpEdgeSeed>;
export type TlsEdgeSeed = FromSchema<typeof tlsEdgeSeed>;
export type HttpsEdgeSeed = FromSchema<typeof httpsEdgeSeed>;
export type EndpointSeed = FromSchema<typeof endpointSeed>;
export type OperatorSeed = FromSchema<typeof operatorSeed>;
