import { resources } from '../../contract/index.ts';
import { quote } from '../../contract/rules/rule.ts';
import type { Reader } from '../../store/store.ts';
import { changeSources, readSubscription, sourceOf } from '../events/event-subscriptions.ts';
import { type OperationContext, param } from '../records/operation-context.ts';
import { notFound, RequestError } from '../records/request-error.ts';
import { defineRules } from '../rules/resource-rules.ts';

/** contract/README.md "Event source". */
export const eventSourceRules = defineRules(resources.eventSources, {
  handlers: {
    create: (context) =>
      context.store.write(async (transaction) => {
        const { type } = context.body;
        const subscription = await readSubscription(transaction, param(context, 'subscription_id'));
        if (subscription.sources.includes(type)) {
          throw new RequestError('ERR_EVENT_SOURCE_EXISTS', `type: ${quote(type)} is a source already`, {
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
