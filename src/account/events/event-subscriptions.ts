import type { Reader, Transaction } from '../../store/store.ts';
import type { RecordingTransaction } from '../records/operation-context.ts';
import { refTo } from '../records/references.ts';
import { notFound } from '../records/request-error.ts';

/** What the sandbox knows of an event subscription; the API reaches only its sources. */
export interface EventSubscription {
  readonly id: string;
  readonly description: string;
  /** Event types, in the order in which they were added. */
  readonly sources: readonly string[];
  readonly destinationIds: readonly string[];
}

export const subscriptionCollection = 'event_subscriptions';
const destinationIndex = 'destination';
const pageSize = 100;

/** @throws RequestError 404 */
export async function readSubscription(reader: Reader, id: string): Promise<EventSubscription> {
  const row = await reader.get(subscriptionCollection, id);
  if (row) return row.data as unknown as EventSubscription;
  throw notFound('event subscription', id);
}

export async function putSubscription(
  transaction: Transaction,
  subscription: EventSubscription,
): Promise<void> {
  await transaction.put(
    subscriptionCollection,
    subscription.id,
    { ...subscription },
    {
      [destinationIndex]: subscription.destinationIds,
    },
  );
}

/** Stores a subscription whose sources changed. */
export async function changeSources(
  transaction: RecordingTransaction,
  subscription: EventSubscription,
  sources: readonly string[],
): Promise<void> {
  const changed = { ...subscription, sources };
  await putSubscription(transaction, changed);
  const { id, description, destinationIds } = changed;
  await transaction.recordEvent?.('event_subscription', 'updated', {
    ...refTo(id),
    description,
    sources: sources.map((type) => sourceOf(subscription, type)),
    destinations: destinationIds.map(refTo),
  });
}

/** One of its sources as the API shows it. */
export function sourceOf({ id }: Pick<EventSubscription, 'id'>, type: string) {
  return { type, uri: `/${subscriptionCollection}/${id}/sources/${type}` };
}

/** All subscriptions of the account. */
export async function eachSubscription(reader: Reader): Promise<EventSubscription[]> {
  const subscriptions: EventSubscription[] = [];
  let before: string | undefined;
  do {
    const rows = await reader.list(subscriptionCollection, { before, limit: pageSize });
    subscriptions.push(...rows.map(({ data }) => data as unknown as EventSubscription));
    before = rows.length < pageSize ? undefined : rows.at(-1)?.id;
  } while (before !== undefined);
  return subscriptions;
}

/** Ids of the subscriptions that send to a destination. */
export function subscriptionsWith(reader: Reader, destinationId: string): Promise<string[]> {
  return reader.find(subscriptionCollection, destinationIndex, destinationId);
}
