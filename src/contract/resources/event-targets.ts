import { bodySchema, type ObjectSchema, recordSchema, wholeObject } from '../schema/schema.ts';

// Where events are sent: contract/README.md "Event destination". A record shows all members, all but one of
// them null; a request holds the one, with or without the others as null.

const text = { type: 'string', 'x-max-bytes': 2048 } as const satisfies ObjectSchema;
const word = { type: 'string', minLength: 1, 'x-max-bytes': 2048 } as const satisfies ObjectSchema;
const secret = { ...word, 'x-secret': true } as const satisfies ObjectSchema;

const role = {
  ...wholeObject({ role_resource_name: { ...word, description: 'name of the role' } }),
  description: 'a role that the service assumes',
} as const satisfies ObjectSchema;

const creds = {
  ...wholeObject({
    cloud_access_key_id: { ...word, description: 'id of the access key' },
    cloud_secret_access_key: { ...secret, description: 'the secret access key' },
  }),
  description: 'an access key that the service uses',
} as const satisfies ObjectSchema;

const auth = {
  ...recordSchema('CloudAuth', { role: orNull(role), creds: orNull(creds) }),
  description: 'exactly one of role and creds',
} as const satisfies ObjectSchema;

const givenAuth = {
  ...oneOf({ role: orNull(role), creds: orNull(creds) }),
  description: 'exactly one of role and creds',
} as const satisfies ObjectSchema;

/** The targets that take the credentials of a cloud, by how a record or a request has them. */
function cloudTargets<const A extends ObjectSchema>(auth: A) {
  const stream = { ...word, description: 'stream to deposit events into' } as const;
  const delivery = { ...word, description: 'delivery stream to deposit events into' } as const;
  const logGroup = { ...word, description: 'log group to deposit events into' } as const;
  return {
    stream_target: { ...wholeObject({ auth, stream_resource_name: stream }), description: 'a stream' },
    delivery_target: {
      ...wholeObject({ auth, delivery_stream_resource_name: delivery }),
      description: 'a delivery stream',
    },
    log_target: { ...wholeObject({ auth, log_group_resource_name: logGroup }), description: 'a log group' },
  } as const;
}

const metricsMembers = {
  api_key: { ...secret, description: 'API key of the metrics service' },
  ddtags: { ...text, default: '', description: 'tags sent with the event' },
  service: { ...text, default: '', description: 'service name sent with the event' },
  ddsite: { ...text, default: 'datadoghq.com', description: 'site to send to' },
} as const satisfies Record<string, ObjectSchema>;

const metricsTarget = {
  ...wholeObject(metricsMembers),
  description: 'a metrics service',
} as const satisfies ObjectSchema;

const givenMetricsTarget = {
  ...bodySchema(['api_key'], metricsMembers),
  description: 'a metrics service',
} as const satisfies ObjectSchema;

const cloudLogsTarget = {
  ...wholeObject({
    tenant_id: { ...word, description: 'tenant of the application' },
    client_id: { ...word, description: 'id of the application' },
    client_secret: { ...secret, description: 'secret of the application' },
    logs_ingestion_uri: { ...word, description: 'URI of the ingestion endpoint' },
    data_collection_rule_id: { ...word, description: 'id of the data collection rule' },
    data_collection_stream_name: { ...word, description: 'name of the data collection stream' },
  }),
  description: 'a cloud log service',
} as const satisfies ObjectSchema;

const shown = cloudTargets(auth);
const given = cloudTargets(givenAuth);

/** The target of a record. */
export const target = {
  ...recordSchema('Target', {
    stream_target: orNull(shown.stream_target),
    delivery_target: orNull(shown.delivery_target),
    log_target: orNull(shown.log_target),
    metrics_target: orNull(metricsTarget),
    cloud_logs_target: orNull(cloudLogsTarget),
  }),
  description: 'where events go: exactly one member, the others null',
} as const satisfies ObjectSchema;

/** The target of a request. */
export const givenTarget = {
  ...oneOf({
    stream_target: orNull(given.stream_target),
    delivery_target: orNull(given.delivery_target),
    log_target: orNull(given.log_target),
    metrics_target: orNull(givenMetricsTarget),
    cloud_logs_target: orNull(cloudLogsTarget),
  }),
  description: 'where events go: exactly one member',
} as const satisfies ObjectSchema;

/** An object that a record shows as null where it is not the one that is set. */
function orNull<const S extends ObjectSchema>(schema: S) {
  const type = ['object', 'null'] as const;
  return { ...schema, type } as Omit<S, 'type'> & { readonly type: typeof type };
}

/** An object with exactly one of these members that is not null. */
function oneOf<const M extends Readonly<Record<string, ObjectSchema>>>(properties: M) {
  const form = { type: 'object', additionalProperties: false } as const;
  return { ...form, 'x-one-of': true, properties } as const;
}
