import type { RequestContext } from '../app/request-context.ts';
import { keptRequests, type RecentRequest, type RecentRequests } from '../telemetry/recent-requests.ts';
import type { AdminApiOptions } from './admin-handler.ts';
import { type FeedPart, type FeedQuery, readFeedQuery, waitFor } from './feed.ts';

/**
 * The requests that this process answered lately: `?limit=` the last ones, `?after=` those that followed a position,
 * waiting `wait` seconds for the first. What is missing between the position and the first was forgotten.
 */
export async function listRequests(context: RequestContext, options: AdminApiOptions): Promise<object> {
  const query = readFeedQuery(context.query, keptRequests);
  const { telemetry } = options;
  if (!telemetry) return { requests: [], last: 0, since: null, ended: true };
  const { requests, changes } = telemetry;
  const { items, last } =
    query.after === undefined
      ? newest(requests, query)
      : await waitFor(options, query, async (position) => following(requests, position, query));
  return {
    requests: items,
    last,
    since: requests.since,
    ended: changes.isClosed,
  };
}

function newest(requests: RecentRequests, { limit }: FeedQuery): FeedPart<RecentRequest> {
  return { items: requests.newest(limit), last: requests.last };
}

function following(
  requests: RecentRequests,
  position: number,
  { limit }: FeedQuery,
): FeedPart<RecentRequest> {
  // A position from before the last start of the service is no place in what it remembers.
  const from = position > requests.last ? 0 : position;
  const items = requests.after(from, limit);
  return { items, last: items.at(-1)?.position ?? requests.last };
}
