import { hash } from 'node:crypto';
import { eventKinds } from '../../contract/events/event-types.ts';
import { formatTimestamp } from '../../contract/rules/time.ts';
import type { LogEntry, Reader } from '../../store/store.ts';
import { absoluteUris } from '../records/absolute-uris.ts';
import { type Principal, readPrincipal } from '../records/account.ts';
import { ksuid } from '../records/identifiers.ts';
import type { Caller } from '../records/operation-context.ts';
import { refTo } from '../records/references.ts';
import type { StoredEvent } from './event-log.ts';
import { type EventSubscription, eachSubscription } from './event-subscriptions.ts';

type Ref = ReturnType<typeof refTo>;

/** An event as a destination gets it (contract/README.md "Events"). */
export interface Event {
  readonly event_id: string;
  readonly event_type: string;
  readonly event_timestamp: string;
  readonly account_id: string;
  readonly principal: {
    readonly id: string;
    readonly subject: string;
    readonly source: 'API';
    readonly credential: Ref | null;
  } | null;
  readonly object: object;
}

/** An event with where it goes. */
export interface FeedEvent extends Event {
  /** The destinations of the subscriptions that have its type among their sources now. */
  readonly destinations: readonly Ref[];
}

/** Turns entries of the log into events, looking up what they have in common once. */
export class EventFeed {
  readonly #reader: Reader;
  readonly #accountId: string;
  readonly #baseUrl: string;
  readonly #principals = new Map<string, Promise<Principal | undefined>>();
  #subscriptions: Promise<EventSubscription[]> | undefined;

  constructor(reader: Reader, { accountId, baseUrl }: { accountId: string; baseUrl: string }) {
    this.#reader = reader;
    this.#accountId = accountId;
    this.#baseUrl = baseUrl;
  }

  async eventOf({ position, data }: LogEntry): Promise<FeedEvent> {
    const { type, kind, tick, author, object } = data as unknown as StoredEvent;
    const [milliseconds, counter] = tick;
    // Not stored: it follows from what is, and is nobody else's all the same.
    const tail = hash('sha256', `${this.#accountId} ${position}`, 'buffer').subarray(0, 12);
    const schema = eventKinds[kind]?.object ?? {};
    return {
      event_id: `ev_${ksuid({ milliseconds, counter }, tail)}`,
      event_type: type,
      event_timestamp: formatTimestamp(milliseconds),
      account_id: this.#accountId,
      principal: author && (await this.#principalOf(author)),
      object: absoluteUris(schema, object, this.#baseUrl),
      destinations: await this.#destinationsOf(type),
    };
  }

  async #principalOf({ principalId, keyId }: Caller): Promise<Event['principal']> {
    let principal = this.#principals.get(principalId);
    if (!principal) {
      principal = readPrincipal(this.#reader, principalId);
      this.#principals.set(principalId, principal);
    }
    return {
      id: principalId,
      subject: (await principal)?.name ?? principalId,
      source: 'API',
      credential: keyId === undefined ? null : this.#ref(keyId),
    };
  }

  async #destinationsOf(type: string): Promise<Ref[]> {
    this.#subscriptions ??= eachSubscription(this.#reader);
    const subscribed = (await this.#subscriptions).filter(({ sources }) => sources.includes(type));
    return [...new Set(subscribed.flatMap(({ destinationIds }) => destinationIds))].map((id) =>
      this.#ref(id),
    );
  }

  #ref(id: string): Ref {
    const { uri } = refTo(id);
    return { id, uri: this.#baseUrl + uri };
  }
}
