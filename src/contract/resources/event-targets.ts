import type { ObjectSchema } from '../schema/schema.ts';

// Where events are sent: contract/README.md "Event destination". A record shows all members, all but one of
// them null; a request holds just the one.

const word = { type: 'string', minLength: 1, 'x-max-bytes': 2048 } as const satisfies ObjectSchema;
const secret = { ...word, 'x-secret': true } as const satisfies ObjectSchema;

const role = {
  type: 'object',
  additionalProperties: false,
  required: ['role_resource_name'],
  properties: { role_resource_name: { ...word, description: 'name of the role' } },
  description: 'a role that the service assumes',
} as const satisfies ObjectSchema;

const creds = {
  type: 'object',
  additionalProperties: false,
  required: ['cloud_access_key_id', 'cloud_secret_access_key'],
  properties: {
    cloud_access_key_id: { ...word, description: 'id of the access key' },
    cloud_secret_access_key: { ...secret, description: 'the secret access key' },
  },
  description: 'an access key that the service uses',
} as const satisfies ObjectSchema;

const auth = {
  title: 'CloudAuth',
  type: 'object',
  additionalProperties: false,
  required: ['role', 'creds'],
  properties: { role: { ...role, type: ['object', 'null'] }, creds: { ...creds, type: ['object', 'null'] } },
  description: 'exactly one of role and creds',
} as const satisfies ObjectSchema;

const givenAuth = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: { role, creds },
  description: 'exactly one of role and creds',
} as const satisfies ObjectSchema;

const streamName = { ...word, description: 'stream to deposit events into' } as const satisfies ObjectSchema;
const deliveryName = {
  ...word,
  description: 'delivery stream to deposit events into',
} as const satisfies ObjectSchema;
const logGroupName = {
  ...word,
  description: 'log group to deposit events into',
} as const satisfies ObjectSchema;

const metricsTarget = {
  type: 'object',
  additionalProperties: false,
  required: ['api_key', 'ddtags', 'service', 'ddsite'],
  properties: {
    api_key: { ...secret, description: 'API key of the metrics service' },
    ddtags: { type: 'string', 'x-max-bytes': 2048, description: 'tags sent with the event' },
    service: { type: 'string', 'x-max-bytes': 2048, description: 'service name sent with the event' },
    ddsite: { type: 'string', 'x-max-bytes': 2048, description: 'site to send to' },
  },
  description: 'a metrics service',
} as const satisfies ObjectSchema;

const cloudLogsTarget = {
  type: 'object',
  additionalProperties: false,
  required: [
    'tenant_id',
    'client_id',
    'client_secret',
    'logs_ingestion_uri',
    'data_collection_rule_id',
    'data_collection_stream_name',
  ],
  properties: {
    tenant_id: { ...word, description: 'tenant of the application' },
    client_id: { ...word, description: 'id of the application' },
    client_secret: { ...secret, description: 'secret of the application' },
    logs_ingestion_uri: { ...word, description: 'URI of the ingestion endpoint' },
    data_collection_rule_id: { ...word, description: 'id of the data collection rule' },
    data_collection_stream_name: { ...word, description: 'name of the data collection stream' },
  },
  description: 'a cloud log service',
} as const satisfies ObjectSchema;

/** The target of a record. */
export const target = {
  title: 'Target',
  type: 'object',
  additionalProperties: false,
  required: ['stream_target', 'delivery_target', 'log_target', 'metrics_target', 'cloud_logs_target'],
  properties: {
    stream_target: {
      type: ['object', 'null'],
      additionalProperties: false,
      required: ['auth', 'stream_resource_name'],
      properties: { auth, stream_resource_name: streamName },
      description: 'a stream',
    },
    delivery_target: {
      type: ['object', 'null'],
      additionalProperties: false,
      required: ['auth', 'delivery_stream_resource_name'],
      properties: { auth, delivery_stream_resource_name: deliveryName },
      description: 'a delivery stream',
    },
    log_target: {
      type: ['object', 'null'],
      additionalProperties: false,
      required: ['auth', 'log_group_resource_name'],
      properties: { auth, log_group_resource_name: logGroupName },
      description: 'a log group',
    },
    metrics_target: { ...metricsTarget, type: ['object', 'null'] },
    cloud_logs_target: { ...cloudLogsTarget, type: ['object', 'null'] },
  },
  description: 'where events go: exactly one member, the others null',
} as const satisfies ObjectSchema;

/** The target of a request. */
export const givenTarget = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: {
    stream_target: {
      type: 'object',
      additionalProperties: false,
      required: ['auth', 'stream_resource_name'],
      properties: { auth: givenAuth, stream_resource_name: streamName },
      description: 'a stream',
    },
    delivery_target: {
      type: 'object',
      additionalProperties: false,
      required: ['auth', 'delivery_stream_resource_name'],
      properties: { auth: givenAuth, delivery_stream_resource_name: deliveryName },
      description: 'a delivery stream',
    },
    log_target: {
      type: 'object',
      additionalProperties: false,
      required: ['auth', 'log_group_resource_name'],
      properties: { auth: givenAuth, log_group_resource_name: logGroupName },
      description: 'a log group',
    },
    metrics_target: metricsTarget,
    cloud_logs_target: cloudLogsTarget,
  },
  description: 'where events go: exactly one member',
} as const satisfies ObjectSchema;
