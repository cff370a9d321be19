import { demoIds } from '../examples/demo-ids.ts';
import { create, get, list, remove, update } from '../schema/operations.ts';
import { defineResource } from '../schema/resource.ts';
import { bodySchema, type ObjectSchema, recordSchema } from '../schema/schema.ts';
import { givenTarget, target } from './event-targets.ts';
import * as members from './members.ts';

const format = {
  type: 'string',
  enum: ['json'],
  'x-any-case': true,
  default: 'json',
  description: 'serialization format of the events',
} as const satisfies ObjectSchema;

const eventDestination = recordSchema('EventDestination', {
  ...members.identity,
  ...members.words,
  format,
  target,
});

const destinationMembers = { ...members.words, format, target: givenTarget } as const;
const createEventDestination = bodySchema(['target'], destinationMembers);
const updateEventDestination = bodySchema([], {
  ...destinationMembers,
  target: { ...givenTarget, 'x-fixed': 'kind' },
});

/** Where serialized events are sent (contract/README.md "Event destination"). */
export const eventDestinations = defineResource({
  name: 'event-destinations',
  idPrefix: 'ed',
  summary: 'Where events are sent',
  eventKind: 'event_destination',
  record: eventDestination,
  columns: ['id', 'description', 'format', 'target', 'created_at'],
  manifest: { member: 'event_destinations', identity: ['description'] },
  parameters: { id: { description: 'id of the event destination', refersTo: 'event_destinations' } },
  operations: {
    create: create('/event_destinations', createEventDestination, eventDestination, {
      summary: 'Create an event destination',
      description: 'It has no effect until an event subscription sends to it. Secrets are never shown again.',
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
    }),
    list: list('/event_destinations', 'event_destinations', eventDestination, {
      summary: 'List event destinations',
      examples: [{ summary: 'List all event destinations, newest first' }],
    }),
    get: get('/event_destinations/{id}', eventDestination, {
      summary: 'Show an event destination',
      examples: [{ summary: 'Show one destination', params: { id: demoIds.eventDestinations.logs } }],
    }),
    update: update('/event_destinations/{id}', updateEventDestination, eventDestination, {
      summary: 'Change an event destination',
      description:
        'A target that is given replaces the old one whole, and must be of the same kind. ' +
        'A secret sent as <SECRET> stays as it is.',
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
    }),
    delete: remove('/event_destinations/{id}', {
      summary: 'Delete an event destination',
      errors: ['ERR_DESTINATION_IN_USE'],
      examples: [{ summary: 'Delete one destination', params: { id: demoIds.eventDestinations.metrics } }],
    }),
  },
});
