import { keptRequests, type RecentRequest } from '../telemetry/recent-requests.ts';
import type { SandboxCall } from './admin-api.ts';
import { type FeedPart, type FeedQuery, readFeedQuery, waitFor } from './feed.ts';

type Requests = NonNullable<SandboxCall['options']['observation']>['requests'];

/**
 * The requests that this process answered lately: `?limit=` the last ones, `?after=` those that followed a position,
 * waiting `wait` seconds for the first. What is missing between the position and the first was forgotten.
 */
export async function listRequests(call: SandboxCall): Promise<object> {
  const query = readFeedQuery(call.query, keptRequests);
  const requests = call.options.observation?.requests;
  if (!requests) return { requests: [], last: 0, since: null, ended: true };
  const { items, last } =
    query.after === undefined
      ? newest(requests, query)
      : await waitFor(call, query, async (position) => following(requests, position, query));
  return {
    requests: items,
    last,
    since: requests.since,
    ended: call.options.observation?.wakeup.isClosed === true,
  };
}

function newest(requests: Requests, { limit }: FeedQuery): FeedPart<RecentRequest> {
  return { items: requests.newest(limit), last: requests.last };
}

function following(requests: Requests, position: number, { limit }: FeedQuery): FeedPart<RecentRequest> {
  // A position from before the last start of the service is no place in what it remembers.
  const from = position > requests.last ? 0 : position;
  const items = requests.after(from, limit);
  return { items, last: items.at(-1)?.position ?? requests.last };
}
