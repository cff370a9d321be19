import { quote } from '../../contract/rules/rule.ts';
import { invalidQuery, readParameters } from '../app/query.ts';
import { ChangeSignal } from '../telemetry/change-signal.ts';
import type { AdminApiOptions } from './admin-handler.ts';

/** What is asked of a feed: its last items, or those after a position, for which may be waited. */
export interface FeedQuery {
  readonly after: number | undefined;
  readonly limit: number;
  readonly waitMs: number;
  /** The other parameters. */
  readonly given: URLSearchParams;
}

/** A part of a feed, oldest first. */
export interface FeedPart<Item> {
  readonly items: Item[];
  /** Where the next part goes on, whether or not there were items. */
  readonly last: number;
}

/** Well below the time after which clients and proxies give up. */
const longestWait = 25;
/** Another process may change the file, of which nobody hears. */
const lookMs = 500;

/**
 * @param most how many items the feed has at most
 * @param others names of the parameters that it takes besides
 */
export function readFeedQuery(query: string, most: number, others: readonly string[] = []): FeedQuery {
  const given = readParameters(query, ['after', 'limit', 'wait', ...others]);
  const whole = (name: string, least: number, most: number): number | undefined => {
    const text = given.get(name);
    if (text === null) return undefined;
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw invalidQuery(name, `${name} must be a whole number from ${least} to ${most}, not ${quote(text)}`);
  };
  return {
    after: whole('after', 0, Number.MAX_SAFE_INTEGER),
    limit: whole('limit', 1, most) ?? 100,
    waitMs: (whole('wait', 0, longestWait) ?? 0) * 1000,
    given,
  };
}

/** Answers with what follows the position; when there is nothing yet, with what comes within the time. */
export async function waitFor<Item>(
  { telemetry }: AdminApiOptions,
  { after = 0, waitMs }: FeedQuery,
  readAfter: (position: number) => Promise<FeedPart<Item>>,
): Promise<FeedPart<Item>> {
  const changes = telemetry?.changes ?? new ChangeSignal();
  const deadline = performance.now() + waitMs;
  let position = after;
  for (;;) {
    const part = await readAfter(position);
    const left = deadline - performance.now();
    if (part.items.length > 0 || left <= 0 || changes.isClosed) return part;
    position = part.last;
    await changes.wait(Math.min(left, lookMs));
  }
}
