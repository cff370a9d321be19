import { resources } from '../../contract/index.ts';
import { description } from '../../contract/resources/members.ts';
import { quote } from '../../contract/rules/rule.ts';
import {
  type EventSubscription,
  putSubscription,
  subscriptionCollection,
} from '../events/event-subscriptions.ts';
import { invalidField } from '../records/request-error.ts';
import { defineSeedList, omitEmpty } from '../rules/seed-list.ts';
import { itemSchema } from '../rules/seed-members.ts';

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
    throw invalidField([member, position], `${quote(values[position] ?? '')} is in the list already`);
  }
}
