import { setImmediate as turn } from 'node:timers/promises';
import { EventFeed, type FeedEvent } from '../../account/events/event-feed.ts';
import type { StoredEvent } from '../../account/events/event-log.ts';
import { readAccount } from '../../account/records/account.ts';
import type { LogEntry } from '../../store/store.ts';
import type { SandboxCall } from './admin-api.ts';
import { type FeedPart, type FeedQuery, readFeedQuery, waitFor } from './feed.ts';

/** As many as the log keeps. */
const keptEvents = 10_000;
/** How much of the log is read between two turns of the event loop. */
const entriesAtOnce = 200;

/**
 * The events of the account: `?limit=` the last ones, `?after=` those that followed a position, waiting `wait` seconds
 * for the first; `?types=` only these, separated by commas, `*` at the end for whatever follows.
 */
export async function listEvents(call: SandboxCall): Promise<object> {
  const query = readFeedQuery(call.query, keptEvents, ['types']);
  const isMeant = typeFilter(query.given.get('types'));
  const { items, last } =
    query.after === undefined
      ? await newest(call, query, isMeant)
      : await waitFor(call, query, (position) => following(call, position, query, isMeant));
  return { events: await show(call, items), last, ended: call.options.observation?.wakeup.isClosed === true };
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

async function newest(
  { options: { store } }: SandboxCall,
  { limit }: FeedQuery,
  isMeant: Filter,
): Promise<FeedPart<LogEntry>> {
  const items: LogEntry[] = [];
  let last: number | undefined;
  let before: number | undefined;
  while (items.length < limit) {
    const entries = await store.readLog({ before, limit: entriesAtOnce });
    last ??= entries[0]?.position ?? 0;
    items.push(...entries.filter(isMeant));
    if (entries.length < entriesAtOnce) break;
    before = entries.at(-1)?.position;
    await turn();
  }
  return { items: items.slice(0, limit).reverse(), last: last ?? 0 };
}

async function following(
  { options: { store } }: SandboxCall,
  after: number,
  { limit }: FeedQuery,
  isMeant: Filter,
): Promise<FeedPart<LogEntry>> {
  let last = after;
  for (;;) {
    const entries = await store.readLog({ after: last, limit: entriesAtOnce });
    const items = entries.filter(isMeant).slice(0, limit);
    if (items.length > 0) return { items, last: items.length < limit ? lastOf(entries) : lastOf(items) };
    if (entries.length === 0) return { items, last };
    last = lastOf(entries);
    await turn();
  }
}

function lastOf(entries: readonly LogEntry[]): number {
  return entries.at(-1)?.position ?? 0;
}

async function show({ options, baseUrl }: SandboxCall, entries: readonly LogEntry[]): Promise<FeedEvent[]> {
  const account = await readAccount(options.store);
  const feed = new EventFeed(options.store, { accountId: account?.id ?? '', baseUrl });
  const shown: FeedEvent[] = [];
  for (const entry of entries) shown.push(await feed.eventOf(entry));
  return shown;
}
