const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

// Clocks of two machines differ by so much without anything being wrong.
const NOW_SECONDS = 5;

/**
 * A time (RFC 3339) as people say it: `3 minutes ago`, `in 2 hours`, rounded down to one unit. Undefined for what
 * is no time, and for the zero time, which stands for never (contract/README.md "Operator").
 */
export function relativeTime(text: string, now: number): string | undefined {
  const time = Date.parse(text);
  if (Number.isNaN(time) || time < 0) return undefined;
  const seconds = Math.abs(now - time) / 1000;
  if (seconds < NOW_SECONDS) return 'just now';
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? ['second', 1];
  const count = Math.floor(seconds / length);
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return time > now ? `in ${words}` : `${words} ago`;
}
