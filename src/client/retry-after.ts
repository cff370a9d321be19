/**
 * Seconds that a `Retry-After` header asks to wait: whole seconds, or the time left until an HTTP date (RFC 9110
 * section 10.2.3). Undefined where there is none or it says neither.
 * @param now milliseconds since 1970
 */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text);
  // Date.parse takes almost anything; an HTTP date starts with the day of the week.
  const time = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}
