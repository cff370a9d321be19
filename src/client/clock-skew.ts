import type { Transport } from '../contract/http/message.ts';
import type { Clock } from './clock.ts';

/** An answer's `Date`, and between which two moments of this machine it was written, in milliseconds since 1970. */
interface DatedAnswer {
  readonly date: string;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** A transport whose answers tell what time it is at the other end. */
interface WatchedTransport {
  readonly transport: Transport;
  /** See `Client.clockSkew`. */
  skew(): number | undefined;
}

/** Clocks that agree so far, in milliseconds, are taken for the same: `Date` has whole seconds only. */
const toleranceMs = 1000;

/** Notes the `Date` of each answer (RFC 9110 section 6.6.1); it is read when somebody asks. */
export function watchClock(transport: Transport, clock: Pick<Clock, 'now'>): WatchedTransport {
  let latest: DatedAnswer | undefined;
  return {
    async transport(request) {
      const sentAt = clock.now();
      const response = await transport(request);
      const { date } = response.headers;
      if (date !== undefined) latest = { date, sentAt, answeredAt: clock.now() };
      return response;
    },
    skew: () => latest && skewOf(latest),
  };
}

/** Milliseconds; 0 for clocks that may well be the same, undefined for what is no date. */
function skewOf({ date, sentAt, answeredAt }: DatedAnswer): number | undefined {
  const second = Date.parse(date);
  if (Number.isNaN(second)) return undefined;
  // It was written at some time of that second, and at some time between question and answer.
  const least = second - answeredAt;
  const most = second + 999 - sentAt;
  return least <= toleranceMs && most >= -toleranceMs ? 0 : least;
}
