import { ProblemError, quote, type Rule, ruleOf } from './rule.ts';

const EXAMPLE = '2026-11-21T08:00:00Z';
const MAX_LENGTH = 64;
const FORM = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const FIRST = 0;
/** The last millisecond of the year 9999: the last one that RFC 3339 can write. */
const LAST = 253_402_300_799_999;

/**
 * Milliseconds since 1970 of an RFC 3339 time: a real day of the calendar, 00:00:00 to 23:59:59 (no leap
 * second, since neither Date nor SSH certificates have one), any offset, any fraction (cut to milliseconds),
 * between the years 1970 and 9999 in UTC. Throws a ProblemError.
 */
export function parseTimestamp(value: string): number {
  const parts = value.length <= MAX_LENGTH ? FORM.exec(value) : null;
  if (parts === null)
    throw new ProblemError(`${quote(value)} is not an RFC 3339 time; write it as ${EXAMPLE}`);
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as SixNumbers;
  const problem = checkDay(year, month, day) ?? checkTimeOfDay(hour, minute, second, parts);
  if (problem !== undefined) throw new ProblemError(`${quote(value)} is not a time: ${problem}`);

  const fraction = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const offset =
    (Number(parts[9] ?? 0) * 60 + Number(parts[10] ?? 0)) * (parts[8] === '-' ? -60_000 : 60_000);
  const ms = Date.UTC(year, month - 1, day, hour, minute, second, fraction) - offset;
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  if (year < 100 || ms < FIRST || ms > LAST) {
    throw new ProblemError(`${quote(value)} is outside the years 1970 to 9999 in UTC`);
  }
  return ms;
}

/** Judges an RFC 3339 time as `parseTimestamp` does. */
export const checkTimestamp: Rule = ruleOf(parseTimestamp);

/** `2026-11-21T08:00:00Z` for milliseconds since 1970, cut to seconds (contract/README.md "Ids and times"). */
export function formatTimestamp(ms: number): string {
  return `${new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, -5)}Z`;
}

const UNITS = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 } as const;
const DURATION = /^(?:(\d{1,10})w)?(?:(\d{1,10})d)?(?:(\d{1,10})h)?(?:(\d{1,10})m)?(?:(\d{1,10})s)?$/;
/** 100 years of 365 days. */
const LONGEST = 3_153_600_000;

/**
 * Seconds of a duration such as `8h`, `1d12h`, `90m`, `30s` or `2w`: whole numbers with a unit each, the units
 * at most once and from large to small. More than zero, at most 100 years. Throws a ProblemError.
 */
export function parseDuration(value: string): number {
  const parts = value === '' ? null : DURATION.exec(value);
  if (parts === null) {
    throw new ProblemError(`${quote(value)} is not a duration; write for example 30s, 90m, 8h, 1d12h or 2w`);
  }
  const seconds = Object.values(UNITS).reduce((sum, unit, i) => sum + unit * Number(parts[i + 1] ?? 0), 0);
  if (seconds === 0) throw new ProblemError(`${quote(value)} is zero; write at least 1s`);
  if (seconds > LONGEST) throw new ProblemError(`${quote(value)} is longer than 100 years`);
  return seconds;
}

/**
 * Seconds of a duration that lies ahead, as `8h` and `+8h` do, or behind, as `-5m` does; undefined for what has not its
 * form. Throws a ProblemError for a duration that is none.
 */
export function parseOffset(value: string): number | undefined {
  const [, sign, duration = ''] = /^([+-]?)((?:\d+[wdhms])+)$/.exec(value) ?? [];
  if (duration === '') return undefined;
  return sign === '-' ? -parseDuration(duration) : parseDuration(duration);
}

/** Judges a duration as `parseDuration` does. */
export const checkDuration: Rule = ruleOf(parseDuration);

/** The window of a rate limit: a duration of 10 seconds to 24 hours. */
export const checkRateWindow: Rule = ruleOf((value) => {
  const seconds = parseDuration(value);
  if (seconds < 10 || seconds > UNITS.d) throw new ProblemError(`${quote(value)} is not from 10s to 24h`);
});

type SixNumbers = [number, number, number, number, number, number];

function checkDay(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12) return `there is no month ${month}`;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day < 1 || day > days ? `month ${month} of ${year} has the days 1 to ${days}` : undefined;
}

function checkTimeOfDay(hour: number, minute: number, second: number, parts: RegExpExecArray) {
  if (hour > 23) return 'the hours go from 00 to 23';
  if (minute > 59) return 'the minutes go from 00 to 59';
  if (second === 60) return 'leap seconds are not supported; write the second before or after';
  if (second > 59) return 'the seconds go from 00 to 59';
  if (Number(parts[9] ?? 0) > 23 || Number(parts[10] ?? 0) > 59)
    return 'the offset goes from -23:59 to +23:59';
  return undefined;
}
