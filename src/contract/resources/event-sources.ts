import { demoIds } from '../examples/demo-ids.ts';
import { create, emptyBody, get, remove, update } from '../schema/operations.ts';
import { defineResource } from '../schema/resource.ts';
import { bodySchema, type ObjectSchema, recordSchema } from '../schema/schema.ts';
import * as members from './members.ts';

const type = {
  type: 'string',
  format: 'event-type',
  'x-max-bytes': 255,
  'x-refers-to': 'event_types',
  description: 'event type, in the form <resource>_<verb>.v<number>',
} as const satisfies ObjectSchema;

const eventSource = recordSchema('EventSource', { type, uri: members.uri });
const createEventSource = bodySchema(['type'], { type });

const ofSubscription = { subscription_id: demoIds.eventSubscriptions.audit };
const ofSource = { ...ofSubscription, type: 'api_key_created.v0' };

/** Event types that an event subscription triggers on (contract/README.md "Event source"). */
export const eventSources = defineResource({
  name: 'event-sources',
  summary: 'Event types that an event subscription triggers on',
  record: eventSource,
  columns: ['type', 'uri'],
  manifest: {
    member: 'sources',
    within: [{ member: 'event_subscriptions', parameter: 'subscription_id', idPrefix: 'esb' }],
    identity: ['type'],
    plain: 'type',
  },
  parameters: {
    subscription_id: { description: 'id of the event subscription', refersTo: 'event_subscriptions' },
    type: {
      description: 'event type of the source',
      refersTo: 'event_subscriptions/{subscription_id}/sources',
    },
  },
  operations: {
    create: create('/event_subscriptions/{subscription_id}/sources', createEventSource, eventSource, {
      summary: 'Add an event type to an event subscription',
      errors: ['ERR_EVENT_SOURCE_EXISTS'],
      examples: [
        {
          summary: 'Trigger on changes of IP policies',
          params: ofSubscription,
          body: { type: 'ip_policy_updated.v0' },
        },
      ],
    }),
    list: {
      method: 'GET',
      path: '/event_subscriptions/{subscription_id}/sources',
      summary: 'List the event types of an event subscription',
      status: 200,
      list: { collection: 'sources', item: eventSource, paged: false },
      examples: [{ summary: 'See what a subscription triggers on', params: ofSubscription }],
    },
    get: get('/event_subscriptions/{subscription_id}/sources/{type}', eventSource, {
      summary: 'Show an event source',
      examples: [{ summary: 'Check that a subscription has an event type', params: ofSource }],
    }),
    update: {
      ...update('/event_subscriptions/{subscription_id}/sources/{type}', emptyBody, eventSource, {
        summary: 'Update an event source',
        description:
          'An event source has nothing to change yet; the operation answers with the source as it is.',
        examples: [{ summary: 'Touch a source', params: ofSource }],
      }),
      bodyOptional: true,
    },
    delete: remove('/event_subscriptions/{subscription_id}/sources/{type}', {
      summary: 'Remove an event type from an event subscription',
      examples: [{ summary: 'Stop triggering on one event type', params: ofSource }],
    }),
  },
});
