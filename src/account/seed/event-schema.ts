import { resources } from '../../contract/index.ts';
import { description } from '../../contract/resources/members.ts';
import type { FromSchema, ObjectSchema } from '../../contract/schema/schema.ts';
import { createdAt, idSchema, text, word } from './schema-members.ts';

// Events, application users and abuse reports.

const { body: createDestination } = resources.eventDestinations.operations.create;

export const eventDestinationSeed = {
  ...createDestination,
  properties: { ...createDestination.properties, id: idSchema('ed'), created_at: createdAt },
  description: 'where serialized events are sent',
} as const satisfies ObjectSchema;

export const eventSubscriptionSeed = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: idSchema('esb'),
    created_at: createdAt,
    description,
    sources: {
      type: 'array',
      maxItems: 1000,
      items: resources.eventSources.operations.create.body.properties.type,
      description: 'event types that it triggers on, each once',
    },
    destination_ids: {
      type: 'array',
      maxItems: 100,
      items: { type: 'string', 'x-refers-to': 'event_destinations' },
      description: 'ids of the event destinations that it sends to',
    },
  },
  description: 'an event subscription',
} as const satisfies ObjectSchema;

const userMembers = resources.applicationUsers.record.properties;

export const applicationUserSeed = {
  type: 'object',
  additionalProperties: false,
  required: ['identity_provider', 'username'],
  properties: {
    id: idSchema('usr'),
    created_at: createdAt,
    identity_provider: userMembers.identity_provider,
    provider_user_id: { ...text, description: userMembers.provider_user_id.description },
    username: { ...word, description: userMembers.username.description },
    email: { ...text, description: userMembers.email.description },
    name: { ...text, description: userMembers.name.description },
    last_active: { ...createdAt, description: 'last request of the user; its creation when not given' },
    last_login: { ...createdAt, description: 'last login of the user; its creation when not given' },
  },
  description: 'a user who logged in to an application',
} as const satisfies ObjectSchema;

const { body: createReport } = resources.abuseReports.operations.create;
const reportMembers = resources.abuseReports.record.properties;

export const abuseReportSeed = {
  ...createReport,
  properties: {
    ...createReport.properties,
    id: idSchema('abrp'),
    created_at: createdAt,
    status: { ...reportMembers.status, default: 'PENDING' },
    hostnames: {
      ...reportMembers.hostnames,
      description: 'what became of the hostnames in the URLs; PENDING where not given',
    },
  },
  description: 'a report of abuse',
} as const satisfies ObjectSchema;

export type EventDestinationSeed = FromSchema<typeof eventDestinationSeed>;
export type EventSubscriptionSeed = FromSchema<typeof eventSubscriptionSeed>;
export type ApplicationUserSeed = FromSchema<typeof applicationUserSeed>;
export type AbuseReportSeed = FromSchema<typeof abuseReportSeed>;
