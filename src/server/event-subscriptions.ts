import type { Reader, Transaction } from '../store/store.ts';
import { notFound } from './request-error.ts';

/** What the sandbox knows of an event subscription; the API reaches only its sources. */
export interface EventSubscription {
  readonly id: string;
  readonly description: string;
  /** Event types, in the order in which they were added. */
  readonly sources: readonly string[];
  readonly destinationIds: readonly string[];
}

const collection = 'event_subscriptions';
const destinationIndex = 'destination';

/** @throws RequestError 404 */
export async function readSubscription(reader: Reader, id: string): Promise<EventSubscription> {
  const row = await reader.get(collection, id);
  if (row) return row.data as unknown as EventSubscription;
  throw notFound('event subscription', id);
}

export async function putSubscription(
  transaction: Transaction,
  subscription: EventSubscription,
): Promise<void> {
  await transaction.put(
    collection,
    subscription.id,
    { ...subscription },
    {
      [destinationIndex]: subscription.destinationIds,
    },
  );
}

/** Ids of the subscriptions that send to a destination. */
export function subscriptionsWith(reader: Reader, destinationId: string): Promise<string[]> {
  return reader.find(collection, destinationIndex, destinationId);
}
