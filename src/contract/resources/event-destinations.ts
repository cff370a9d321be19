import { demoIds } from '../examples/demo-ids.ts';
import { defineResource } from '../schema/resource.ts';
import type { ObjectSchema } from '../schema/schema.ts';
import { givenTarget, target } from './event-targets.ts';
import * as members from './members.ts';

const format = {
  type: 'string',
  enum: ['json'],
  'x-any-case': true,
  default: 'json',
  description: 'serialization format of the events',
} as const satisfies ObjectSchema;

const eventDestination = {
  title: 'EventDestination',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'uri', 'created_at', 'description', 'metadata', 'format', 'target'],
  properties: {
    id: members.id,
    uri: members.uri,
    created_at: members.createdAt,
    description: members.description,
    metadata: members.metadata,
    format,
    target,
  },
} as const satisfies ObjectSchema;

const destinationMembers = {
  description: members.description,
  metadata: members.metadata,
  format,
  target: givenTarget,
} as const satisfies Record<string, ObjectSchema>;

const createEventDestination = {
  type: 'object',
  additionalProperties: false,
  required: ['target'],
  properties: destinationMembers,
} as const satisfies ObjectSchema;

const updateEventDestination = {
  type: 'object',
  additionalProperties: false,
  properties: destinationMembers,
} as const satisfies ObjectSchema;

/** Where serialized events are sent (contract/README.md "Event destination"). */
export const eventDestinations = defineResource({
  name: 'event-destinations',
  idPrefix: 'ed',
  summary: 'Where events are sent',
  eventKind: 'event_destination',
  record: eventDestination,
  columns: ['id', 'description', 'format', 'target', 'created_at'],
  parameters: { id: { description: 'id of the event destination', refersTo: 'event_destinations' } },
  operations: {
    create: {
      method: 'POST',
      path: '/event_destinations',
      summary: 'Create an event destination',
      description: 'It has no effect until an event subscription sends to it. Secrets are never shown again.',
      status: 201,
      body: createEventDestination,
      returns: eventDestination,
      examples: [
        {
          summary: 'Send events to a log group with a role',
          body: {
            description: 'audit log',
            target: {
              log_target: {
                auth: { role: { role_resource_name: 'role/event-writer' } },
                log_group_resource_name: 'log-group/audit',
              },
            },
          },
        },
      ],
    },
    list: {
      method: 'GET',
      path: '/event_destinations',
      summary: 'List event destinations',
      status: 200,
      list: { collection: 'event_destinations', item: eventDestination, paged: true },
      examples: [{ summary: 'List all event destinations, newest first' }],
    },
    get: {
      method: 'GET',
      path: '/event_destinations/{id}',
      summary: 'Show an event destination',
      status: 200,
      returns: eventDestination,
      examples: [{ summary: 'Show one destination', params: { id: demoIds.eventDestinations.logs } }],
    },
    update: {
      method: 'PATCH',
      path: '/event_destinations/{id}',
      summary: 'Change an event destination',
      description:
        'A target that is given replaces the old one whole, and must be of the same kind. ' +
        'A secret sent as <SECRET> stays as it is.',
      status: 200,
      body: updateEventDestination,
      returns: eventDestination,
      examples: [
        {
          summary: 'Send to another log group',
          params: { id: demoIds.eventDestinations.logs },
          body: {
            target: {
              log_target: {
                auth: { role: { role_resource_name: 'role/event-writer' } },
                log_group_resource_name: 'log-group/audit-2',
              },
            },
          },
        },
      ],
    },
    delete: {
      method: 'DELETE',
      path: '/event_destinations/{id}',
      summary: 'Delete an event destination',
      status: 204,
      errors: ['ERR_DESTINATION_IN_USE'],
      examples: [{ summary: 'Delete one destination', params: { id: demoIds.eventDestinations.metrics } }],
    },
  },
});
