import { resources } from '../../contract/index.ts';
import { description } from '../../contract/resources/members.ts';
import { quote } from '../../contract/rules/rule.ts';
import type { BodyOf } from '../../contract/schema/resource.ts';
import type { Reader } from '../../store/store.ts';
import {
  changeSources,
  type EventSubscription,
  putSubscription,
  readSubscription,
  sourceOf,
  subscriptionCollection,
  subscriptionsWith,
} from '../events/event-subscriptions.ts';
import { collectionOf } from '../records/collection.ts';
import { type OperationContext, param } from '../records/operation-context.ts';
import { invalidField, notFound, RequestError } from '../records/request-error.ts';
import { changedRow, type HiddenSecrets } from '../rules/new-record.ts';
import { defineRules } from '../rules/resource-rules.ts';
import { defineSeedList, omitEmpty } from '../rules/seed-list.ts';
import { itemSchema } from '../rules/seed-members.ts';
import { deleteHandler, updateHandler } from '../rules/standard-handlers.ts';

/** Event subscriptions; operations reach their sources only. */
export const eventSubscriptionList = defineSeedList({
  member: 'event_subscriptions',
  prefix: 'esb',
  collection: subscriptionCollection,
  description: 'event subscriptions',
  item: itemSchema('esb', {
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
  }),
  insert({ transaction }, { head: { id }, item }) {
    const { description = '', sources = [], destination_ids: destinationIds = [] } = item;
    refuseRepeated('sources', sources);
    refuseRepeated('destination_ids', destinationIds);
    return putSubscription(transaction, { id, description, sources, destinationIds });
  },
  toItem(row) {
    const { id, description, sources, destinationIds } = row as object as EventSubscription;
    return { id, ...omitEmpty({ description, sources: [...sources], destination_ids: [...destinationIds] }) };
  },
});

function refuseRepeated(member: string, values: readonly string[]): void {
  const position = values.findIndex((value, i) => values.indexOf(value) < i);
  if (position >= 0) {
    throw invalidField([member, position], `${quote(values[position] ?? '')} is already in the list`);
  }
}

/** contract/README.md "Event source". */
export const eventSourceRules = defineRules(resources.eventSources, {
  handlers: {
    create: (context) =>
      context.store.write(async (transaction) => {
        const { type } = context.body;
        const subscription = await readSubscription(transaction, param(context, 'subscription_id'));
        if (subscription.sources.includes(type)) {
          throw new RequestError('ERR_EVENT_SOURCE_EXISTS', `type: ${quote(type)} is already a source`, {
            field: 'type',
          });
        }
        await changeSources(transaction, subscription, [...subscription.sources, type]);
        return sourceOf(subscription, type);
      }),
    list: async (context) => {
      const subscription = await readSubscription(context.store, param(context, 'subscription_id'));
      return { items: subscription.sources.map((type) => sourceOf(subscription, type)), hasMore: false };
    },
    get: async (context) => readSource(context.store, context),
    update: async (context) => readSource(context.store, context),
    delete: (context) =>
      context.store.write(async (transaction) => {
        const { type } = await readSource(transaction, context);
        const subscription = await readSubscription(transaction, param(context, 'subscription_id'));
        const sources = subscription.sources.filter((source) => source !== type);
        await changeSources(transaction, subscription, sources);
        return undefined;
      }),
  },
});

async function readSource(reader: Reader, context: OperationContext) {
  const subscription = await readSubscription(reader, param(context, 'subscription_id'));
  const type = param(context, 'type');
  if (subscription.sources.includes(type)) return sourceOf(subscription, type);
  throw notFound('event source', type);
}

export const eventDestinationCollection = collectionOf<typeof resources.eventDestinations, HiddenSecrets>(
  resources.eventDestinations,
);

type Update = BodyOf<typeof resources.eventDestinations.operations.update>;

/** contract/README.md "Event destination". */
export const eventDestinationRules = defineRules(resources.eventDestinations, {
  collection: eventDestinationCollection,
  handlers: {
    update: updateHandler(eventDestinationCollection, (context, row, body: Update) => {
      checkKind(row.record.target, body.target);
      return changedRow(resources.eventDestinations, context, row, body);
    }),
    delete: deleteHandler(eventDestinationCollection, async (transaction, { record: { id } }) => {
      const users = await subscriptionsWith(transaction, id);
      if (users.length > 0)
        throw new RequestError('ERR_DESTINATION_IN_USE', `${id} is used by ${users.join(', ')}`);
    }),
  },
});

function checkKind(current: object, given: Update['target']): void {
  if (!given) return;
  const kind = kindOf(given);
  const currentKind = kindOf(current);
  if (kind !== currentKind)
    throw invalidField(['target', kind], `cannot replace ${currentKind}; the kind of target cannot change`);
}

/** The one member of a target that is not null. */
function kindOf(target: object): string {
  return Object.entries(target).find(([, members]) => members !== null)?.[0] ?? '';
}
