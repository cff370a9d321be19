import { type EventKind, eventKinds, eventType } from '../../contract/events/event-types.ts';
import type { Store, Transaction } from '../../store/store.ts';
import type { Caller, RecordingStore, RecordingTransaction } from '../records/operation-context.ts';
import { rememberedText } from '../records/record-text.ts';

/**
 * An event as it is stored. What is missing to its envelope (contract/README.md "Events") is the same for all,
 * or looked up when it is read.
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

/** The store for changes of this author: each is recorded as an event, in the log and in the transaction of the change. */
export function recordingStore(
  store: Store,
  author: Caller | null,
  now: () => number,
  kinds: Readonly<Record<string, EventKind>> = eventKinds,
): RecordingStore {
  const recording = (transaction: Transaction): RecordingTransaction => ({
    get: (collection, id) => transaction.get(collection, id),
    list: (collection, page) => transaction.list(collection, page),
    find: (collection, index, value) => transaction.find(collection, index, value),
    put: (collection, id, content, keys) => transaction.put(collection, id, content, keys),
    insert: (collection, id, content, keys) => transaction.insert(collection, id, content, keys),
    delete: (collection, id) => transaction.delete(collection, id),
    log: (entry) => transaction.log(entry),
    tick: (at) => transaction.tick(at),
    async recordEvent(kind, change, object) {
      const verb = kind === undefined ? undefined : kinds[kind]?.verbs[change];
      if (kind === undefined || verb === undefined) return;
      const { milliseconds, counter } = await transaction.tick(now());
      const tick = [milliseconds, counter] as const;
      const event: Omit<StoredEvent, 'object'> = { type: eventType(kind, verb), kind, tick, author };
      const text = rememberedText(object) ?? JSON.stringify(object);
      await transaction.log(`${JSON.stringify(event).slice(0, -1)},"object":${text}}`);
    },
  });
  return {
    get: (collection, id) => store.get(collection, id),
    list: (collection, page) => store.list(collection, page),
    find: (collection, index, value) => store.find(collection, index, value),
    write: (work) => store.write((transaction) => work(recording(transaction))),
    readLog: (page) => store.readLog(page),
    close: () => store.close(),
  };
}
