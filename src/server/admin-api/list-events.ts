import { EventFeed, type FeedEvent } from '../../account/events/event-feed.ts';
import type { StoredEvent } from '../../account/events/event-log.ts';
import { readAccount } from '../../account/records/account.ts';
import { takeTurns } from '../../account/records/turns.ts';
import type { LogEntry, Store } from '../../store/store.ts';
import type { RequestContext } from '../app/request-context.ts';
import type { AdminApiOptions } from './admin-handler.ts';
import { type FeedPart, type FeedQuery, readFeedQuery, waitFor } from './feed.ts';

/** As many as the log keeps. */
const keptEvents = 10_000;
/** How much of the log is read in one piece: less would read what one commit wrote several times. */
const entriesAtOnce = 200;

/**
 * The events of the account: `?limit=` the last ones, `?after=` those that followed a position, waiting `wait` seconds
 * for the first; `?types=` only these, separated by commas, `*` at the end for whatever follows.
 */
export async function listEvents(context: RequestContext, options: AdminApiOptions): Promise<object> {
  const { store, telemetry } = options;
  const query = readFeedQuery(context.query, keptEvents, ['types']);
  const isMatch = typeFilter(query.given.get('types'));
  const { items, last } =
    query.after === undefined
      ? await newest(store, query, isMatch)
      : await waitFor(options, query, (position) => following(store, position, query, isMatch));
  const events = await readEvents(store, context.baseUrl, items);
  return { events, last, ended: telemetry?.changes.isClosed === true };
}

type Filter = (entry: LogEntry) => boolean;

function typeFilter(types: string | null): Filter {
  if (types === null) return () => true;
  const meant = types.split(',');
  return ({ data }) => {
    const { type } = data as unknown as StoredEvent;
    return meant.some((one) => (one.endsWith('*') ? type.startsWith(one.slice(0, -1)) : type === one));
  };
}

async function newest(store: Store, { limit }: FeedQuery, isMatch: Filter): Promise<FeedPart<LogEntry>> {
  const items: LogEntry[] = [];
  let last: number | undefined;
  let before: number | undefined;
  while (items.length < limit) {
    await takeTurns();
    const entries = await store.readLog({ before, limit: entriesAtOnce });
    last ??= entries[0]?.position ?? 0;
    items.push(...entries.filter(isMatch));
    if (entries.length < entriesAtOnce) break;
    before = entries.at(-1)?.position;
  }
  return { items: items.slice(0, limit).reverse(), last: last ?? 0 };
}

async function following(
  store: Store,
  after: number,
  { limit }: FeedQuery,
  isMatch: Filter,
): Promise<FeedPart<LogEntry>> {
  const items: LogEntry[] = [];
  let last = after;
  for (;;) {
    await takeTurns();
    const entries = await store.readLog({ after: last, limit: entriesAtOnce });
    for (const entry of entries) {
      last = entry.position;
      if (isMatch(entry)) items.push(entry);
      if (items.length === limit) return { items, last };
    }
    if (entries.length < entriesAtOnce) return { items, last };
  }
}

async function readEvents(store: Store, baseUrl: string, entries: readonly LogEntry[]): Promise<FeedEvent[]> {
  const account = await readAccount(store);
  const feed = new EventFeed(store, { accountId: account?.id ?? '', baseUrl });
  const events: FeedEvent[] = [];
  for (const entry of entries) {
    await takeTurns();
    events.push(await feed.eventOf(entry));
  }
  return events;
}
