import * as members from '../../contract/resources/members.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';

// What the sandbox shows of itself, beside the API: `/sandbox/v1`.

const text = { type: 'string' } as const satisfies ObjectSchema;
const textOrNull = { type: ['string', 'null'] } as const satisfies ObjectSchema;

/** An event as a destination gets it (contract/README.md "Events"), and which destinations that are. */
export const sandboxEvent = {
  title: 'SandboxEvent',
  type: 'object',
  required: [
    ...['event_id', 'event_type', 'event_timestamp', 'account_id', 'principal', 'object', 'destinations'],
  ],
  properties: {
    event_id: { ...text, description: 'unique identifier' },
    event_type: { ...text, description: 'what happened to what: <resource>_<verb>.v<number>' },
    event_timestamp: { ...text, 'x-column': { least: 20 }, description: 'when it happened, RFC 3339' },
    account_id: { ...text, description: 'whose event it is' },
    principal: {
      type: ['object', 'null'],
      properties: {
        id: { ...text, description: 'id of the user or bot' },
        subject: { ...text, description: 'name of the user or bot' },
        source: { ...text, description: 'how it was done: API' },
        credential: {
          ...members.ref,
          type: ['object', 'null'],
          description: 'API key that it was done with',
        },
      },
      description: 'who did it; null for what happens by itself',
    },
    object: {
      type: 'object',
      additionalProperties: {},
      description: 'the record after the change, or the last of it; without secrets',
    },
    destinations: {
      type: 'array',
      items: members.ref,
      description: 'event destinations that its type reaches through their subscriptions',
    },
  },
} as const satisfies ObjectSchema;

/** A request that the sandbox answered. */
export const sandboxRequest = {
  title: 'SandboxRequest',
  type: 'object',
  required: [
    ...['position', 'time', 'operation_id', 'operation', 'method', 'path', 'status', 'error_code'],
    ...['duration_ms', 'disturbance', 'caller_id', 'api_key_id'],
  ],
  properties: {
    position: { type: 'integer', description: 'counts from 1 since the service was started' },
    time: { ...text, 'x-column': { least: 24 }, description: 'when it came, RFC 3339' },
    operation_id: { ...textOrNull, description: 'names the request, as in the Operation-Id header' },
    operation: { ...textOrNull, description: 'operation of the API: endpoints.create' },
    method: { ...text, 'x-column': { kept: true }, description: 'HTTP method' },
    path: { ...text, 'x-column': { kept: true }, description: 'path, without its query' },
    status: { type: 'integer', 'x-column': { kept: true }, description: 'HTTP status of the answer' },
    error_code: {
      ...textOrNull,
      'x-column': { kept: true },
      description: 'code of the error that was answered',
    },
    duration_ms: { type: 'number', description: 'how long the answer took, in milliseconds' },
    disturbance: {
      ...textOrNull,
      description: 'drop or stall: how the answer was kept from arriving, on purpose',
    },
    caller_id: { ...textOrNull, description: 'user or bot whose API key was sent' },
    api_key_id: { ...textOrNull, description: 'that API key' },
  },
} as const satisfies ObjectSchema;

/** Something that a running sandbox does wrong on purpose. */
export const sandboxFault = {
  title: 'SandboxFault',
  type: 'object',
  required: ['id', 'fault', 'matched', 'disturbed'],
  properties: {
    id: { ...text, description: 'names it while the service runs' },
    fault: { ...text, description: 'what it does, to which requests' },
    matched: { type: 'integer', description: 'requests that it was meant for' },
    disturbed: { type: 'integer', description: 'requests that it disturbed' },
  },
} as const satisfies ObjectSchema;

/** An agent as whoever simulates it sees it. */
export const sandboxAgent = {
  title: 'SandboxAgent',
  type: 'object',
  required: [
    ...['id', 'os', 'agent_version', 'transport', 'state', 'offered_version', 'refuses_updates', 'tunnels'],
  ],
  properties: {
    id: { ...text, description: 'id of its tunnel session' },
    os: { ...text, description: 'operating system that it runs on' },
    agent_version: { ...text, description: 'version of the agent' },
    transport: { ...text, description: '<vendor>/2, or ssh' },
    state: { ...text, description: 'online, restarting, updating or updated' },
    offered_version: {
      ...textOrNull,
      'x-column': { kept: true },
      description: 'newest version that it can get',
    },
    refuses_updates: { type: 'boolean', description: 'whether its configuration forbids it to update' },
    tunnels: { type: 'integer', description: 'how many tunnels it holds open' },
  },
} as const satisfies ObjectSchema;

/** The account of a sandbox as a whole. */
export const sandboxAccount = {
  title: 'SandboxAccount',
  type: 'object',
  required: ['account_id', 'admin', 'ssh_certificate_authorities', 'objects', 'bytes', 'schema_version'],
  properties: {
    account_id: { ...text, description: 'the account' },
    admin: {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: text, name: text },
      description: 'who may do everything in it',
    },
    ssh_certificate_authorities: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'description', 'public_key'],
        properties: { id: text, description: text, public_key: text },
      },
      description: 'what signs SSH certificates',
    },
    objects: {
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'how many objects each collection holds',
    },
    bytes: { type: 'integer', description: 'size on disk' },
    schema_version: { type: 'integer', description: 'form of the data file' },
  },
} as const satisfies ObjectSchema;

/** What a seed did to an account. */
export const seedReport = {
  title: 'SeedReport',
  type: 'object',
  required: ['account_id', 'became_this_account', 'added', 'missing_secrets', 'warnings'],
  properties: {
    account_id: text,
    became_this_account: {
      type: 'boolean',
      description: 'the account was empty and became the one of the seed',
    },
    added: { type: 'object', additionalProperties: { type: 'integer' }, description: 'items of each list' },
    missing_secrets: {
      type: 'array',
      items: { type: 'object', required: ['id', 'member'], properties: { id: text, member: text } },
      description: 'secrets that it had no more than <SECRET> for',
    },
    warnings: { type: 'array', items: text, description: 'the same in words' },
  },
} as const satisfies ObjectSchema;
