import { resources } from '../../contract/index.ts';
import { quote } from '../../contract/rules/rule.ts';
import type { Reader } from '../../store/store.ts';
import { defineBehaviour } from '../behaviour.ts';
import { type Call, param } from '../call.ts';
import { changeSources, readSubscription, sourceOf } from '../event-subscriptions.ts';
import { notFound, RequestError } from '../request-error.ts';

/** api.md section 4, Event sources; decisions.md "Event source". */
export const eventSourceBehaviour = defineBehaviour(resources.eventSources, {
  create: (call) =>
    call.store.write(async (transaction) => {
      const { type } = call.body;
      const subscription = await readSubscription(transaction, param(call, 'subscription_id'));
      if (subscription.sources.includes(type)) {
        throw new RequestError('ERR_EVENT_SOURCE_EXISTS', `type: ${quote(type)} is a source already`, {
          field: 'type',
        });
      }
      await changeSources(transaction, subscription, [...subscription.sources, type]);
      return sourceOf(subscription, type);
    }),
  list: async (call) => {
    const subscription = await readSubscription(call.store, param(call, 'subscription_id'));
    return { items: subscription.sources.map((type) => sourceOf(subscription, type)), hasMore: false };
  },
  get: async (call) => readSource(call.store, call),
  update: async (call) => readSource(call.store, call),
  delete: (call) =>
    call.store.write(async (transaction) => {
      const { type } = await readSource(transaction, call);
      const subscription = await readSubscription(transaction, param(call, 'subscription_id'));
      const sources = subscription.sources.filter((source) => source !== type);
      await changeSources(transaction, subscription, sources);
      return undefined;
    }),
});

async function readSource(reader: Reader, call: Call) {
  const subscription = await readSubscription(reader, param(call, 'subscription_id'));
  const type = param(call, 'type');
  if (subscription.sources.includes(type)) return sourceOf(subscription, type);
  throw notFound('event source', type);
}
