import { demoIds } from '../examples/demo-ids.ts';
import { defineResource } from '../schema/resource.ts';
import type { ObjectSchema } from '../schema/schema.ts';
import * as members from './members.ts';

const type = {
  type: 'string',
  format: 'event-type',
  'x-max-bytes': 255,
  'x-refers-to': 'event_types',
  description: 'event type, in the form <resource>_<verb>.v<number>',
} as const satisfies ObjectSchema;

const eventSource = {
  title: 'EventSource',
  type: 'object',
  additionalProperties: false,
  required: ['type', 'uri'],
  properties: { type, uri: members.uri },
} as const satisfies ObjectSchema;

const createEventSource = {
  type: 'object',
  additionalProperties: false,
  required: ['type'],
  properties: { type },
} as const satisfies ObjectSchema;

const ofSubscription = { subscription_id: demoIds.eventSubscriptions.audit };
const ofSource = { ...ofSubscription, type: 'api_key_created.v0' };

/** Event types that an event subscription triggers on (contract/README.md "Event source"). */
export const eventSources = defineResource({
  name: 'event-sources',
  summary: 'Event types that an event subscription triggers on',
  record: eventSource,
  columns: ['type', 'uri'],
  parameters: {
    subscription_id: { description: 'id of the event subscription' },
    type: {
      description: 'event type of the source',
      refersTo: 'event_subscriptions/{subscription_id}/sources',
    },
  },
  operations: {
    create: {
      method: 'POST',
      path: '/event_subscriptions/{subscription_id}/sources',
      summary: 'Add an event type to an event subscription',
      status: 201,
      body: createEventSource,
      returns: eventSource,
      errors: ['ERR_EVENT_SOURCE_EXISTS'],
      examples: [
        {
          summary: 'Trigger on changes of IP policies',
          params: ofSubscription,
          body: { type: 'ip_policy_updated.v0' },
        },
      ],
    },
    list: {
      method: 'GET',
      path: '/event_subscriptions/{subscription_id}/sources',
      summary: 'List the event types of an event subscription',
      status: 200,
      list: { collection: 'sources', item: eventSource, paged: false },
      examples: [{ summary: 'See what a subscription triggers on', params: ofSubscription }],
    },
    get: {
      method: 'GET',
      path: '/event_subscriptions/{subscription_id}/sources/{type}',
      summary: 'Show an event source',
      status: 200,
      returns: eventSource,
      examples: [{ summary: 'Check that a subscription has an event type', params: ofSource }],
    },
    update: {
      method: 'PATCH',
      path: '/event_subscriptions/{subscription_id}/sources/{type}',
      summary: 'Update an event source',
      description:
        'An event source has nothing to change yet; the operation answers with the source as it is.',
      status: 200,
      body: members.emptyBody,
      bodyOptional: true,
      returns: eventSource,
      examples: [{ summary: 'Touch a source', params: ofSource }],
    },
    delete: {
      method: 'DELETE',
      path: '/event_subscriptions/{subscription_id}/sources/{type}',
      summary: 'Remove an event type from an event subscription',
      status: 204,
      examples: [{ summary: 'Stop triggering on one event type', params: ofSource }],
    },
  },
});
