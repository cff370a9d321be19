import { metadata } from '../../contract/resources/members.ts';
import type { FromSchema, ObjectSchema } from '../../contract/schema/schema.ts';
import { idSchema, principalId, startedAt, text, word, words } from './schema-members.ts';
import { endpointMembers } from './traffic-schema.ts';

// Agents that are online, with the tunnels that they hold open.

const tunnel = {
  type: 'object',
  additionalProperties: false,
  required: ['forwards_to'],
  properties: {
    id: idSchema('tn'),
    started_at: startedAt,
    endpoint_id: { ...idSchema('ep'), description: 'id of its endpoint, with url' },
    url: { ...endpointMembers.url, description: 'URL that it serves, through an endpoint of its own' },
    labels: {
      type: 'object',
      minProperties: 1,
      maxProperties: 100,
      additionalProperties: { type: 'string', 'x-max-bytes': 255 },
      description: 'labels of a tunnel that edges choose as a backend, in place of url',
    },
    forwards_to: { ...word, description: 'URL or network address that it forwards to' },
    upstream_protocol: {
      ...word,
      description: 'protocol that the agent forwards with; http1 by default, tcp for tcp and tls',
    },
    ...words,
    name: { ...text, description: 'name given by you, with url' },
    traffic_policy: endpointMembers.traffic_policy,
    bindings: endpointMembers.bindings,
    pooling_enabled: endpointMembers.pooling_enabled,
    principal_id: {
      ...principalId,
      description: "user or bot that its endpoint belongs to; the credential's owner when not given",
    },
  },
  description: 'a tunnel that the agent holds open',
} as const satisfies ObjectSchema;

export const agentSeed = {
  type: 'object',
  additionalProperties: false,
  required: ['os', 'agent_version', 'ip'],
  properties: {
    id: { ...idSchema('ts'), description: 'id of its session' },
    started_at: startedAt,
    os: { ...word, description: 'operating system: linux, darwin, windows' },
    agent_version: { ...word, description: 'version of the agent' },
    transport: {
      type: 'string',
      pattern: '^(?:[a-z][a-z0-9-]*/2|ssh)$',
      description: 'protocol: <vendor>/2 or ssh; by the kind of its credential when not given',
    },
    ip: { ...word, description: 'source address' },
    region: { ...word, default: 'us', description: 'region that it is connected to' },
    credential_id: {
      type: 'string',
      'x-refers-to': 'credentials',
      description: 'tunnel credential, or SSH credential for an agent over SSH',
    },
    deleted_credential_id: {
      type: 'string',
      pattern: '^(?:cr|sshcr)_[0-9A-Za-z]{27}$',
      description: 'in place of credential_id: a credential that was deleted after the agent connected',
    },
    metadata,
    online_from: {
      type: 'string',
      format: 'date-time',
      description:
        'when it is back after a restart, to the millisecond; it is online all the time when not given',
    },
    update_started_at: {
      type: 'string',
      format: 'date-time',
      description: 'when it was told to update, to the millisecond, if it was not restarted since',
    },
    offers_update: { ...word, description: 'newest version that it can get' },
    refuses_updates: {
      type: 'boolean',
      default: false,
      description: 'whether its configuration forbids it to look for updates',
    },
    tunnels: { type: 'array', items: tunnel, description: 'its tunnels' },
  },
  description: 'an agent that is online',
} as const satisfies ObjectSchema;

export type AgentSeed = FromSchema<typeof agentSeed>;
export type TunnelSeed = FromSchema<typeof tunnel>;
