import { eventKinds, eventType } from '../../contract/events/event-types.ts';
import type { Store } from '../../store/store.ts';
import type { Caller } from '../records/caller.ts';
import { RecordingStore } from '../records/recording-store.ts';

/**
 * An event as it is stored. What is missing to its envelope (contract/README.md "Events") is the same for all,
 * or looked up when it is shown.
 */
export interface StoredEvent {
  readonly type: string;
  /** Its word in event types. */
  readonly kind: string;
  /** The tick of the store's clock: milliseconds since 1970, and a counter. */
  readonly tick: readonly [milliseconds: number, counter: number];
  /** None for what happens by itself, such as an agent coming online. */
  readonly author: Caller | null;
  /** The record as the API shows it, its URIs as paths. */
  readonly object: object;
}

/**
 * The store for changes of this author: all of them are told, each event in the log and in the transaction of the
 * change that it tells of.
 */
export function recordingStore(store: Store, author: Caller | null, now: () => number): RecordingStore {
  return new RecordingStore(store, (transaction) => async (kind, change, object) => {
    const verb = kind === undefined ? undefined : eventKinds[kind]?.verbs[change];
    if (kind === undefined || verb === undefined) return;
    const { milliseconds, counter } = await transaction.tick(now());
    const tick = [milliseconds, counter] as const;
    const event: StoredEvent = { type: eventType(kind, verb), kind, tick, author, object };
    await transaction.log({ ...event });
  });
}
