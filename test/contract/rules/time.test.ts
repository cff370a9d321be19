import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkDuration,
  checkTimestamp,
  formatTimestamp,
  parseDuration,
  parseOffset,
  parseTimestamp,
} from '../../../src/contract/rules/time.ts';

describe('a timestamp', () => {
  it.each([
    ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21t08:00:00z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T08:00:00.5Z', '2026-11-21T08:00:00.500Z'],
    ['2026-11-21T08:00:00.123999Z', '2026-11-21T08:00:00.123Z'],
    ['2026-11-21T08:00:00+05:30', '2026-11-21T02:30:00.000Z'],
    ['2026-11-21T08:00:00-23:59', '2026-11-22T07:59:00.000Z'],
    ['2026-11-21T08:00:00-00:00', '2026-11-21T08:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['1969-12-31T23:00:00-01:00', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (value, iso) => {
    expect(new Date(parseTimestamp(value)).toISOString()).toBe(iso);
  });

  it.each([
    ['', 'is not an RFC 3339 time; write it as 2026-11-21T08:00:00Z'],
    ['2026-11-21', 'is not an RFC 3339 time'],
    ['2026-11-21 08:00:00Z', 'is not an RFC 3339 time'],
    ['2026-11-21T08:00:00', 'is not an RFC 3339 time'],
    ['2026-11-21T08:00Z', 'is not an RFC 3339 time'],
    ['2026-11-21T08:00:00.Z', 'is not an RFC 3339 time'],
    ['2026-11-21T08:00:00,5Z', 'is not an RFC 3339 time'],
    ['2026-11-21T08:00:00+0530', 'is not an RFC 3339 time'],
    ['2026-11-21T08:00:00Z\n', 'is not an RFC 3339 time'],
    ['+02026-11-21T08:00:00Z', 'is not an RFC 3339 time'],
    ['２０２６-11-21T08:00:00Z', 'is not an RFC 3339 time'],
    ['1792828800', 'is not an RFC 3339 time'],
    [`2026-11-21T08:00:00.${'0'.repeat(100_000)}Z`, 'is not an RFC 3339 time'],
    ['2026-00-21T08:00:00Z', 'there is no month 0'],
    ['2026-13-21T08:00:00Z', 'there is no month 13'],
    ['2026-02-29T08:00:00Z', 'month 2 of 2026 has the days 1 to 28'],
    ['2100-02-29T08:00:00Z', 'month 2 of 2100 has the days 1 to 28'],
    ['2026-11-31T08:00:00Z', 'month 11 of 2026 has the days 1 to 30'],
    ['2026-11-00T08:00:00Z', 'has the days 1 to 30'],
    ['2026-11-21T24:00:00Z', 'the hours go from 00 to 23'],
    ['2026-11-21T08:60:00Z', 'the minutes go from 00 to 59'],
    ['2026-12-31T23:59:60Z', 'leap seconds are not supported'],
    ['2026-11-21T08:00:61Z', 'the seconds go from 00 to 59'],
    ['2026-11-21T08:00:00+24:00', 'the offset goes from'],
    ['2026-11-21T08:00:00+00:60', 'the offset goes from'],
    ['0000-01-01T00:00:00Z', 'outside the years 1970 to 9999'],
    ['0070-01-01T00:00:00Z', 'outside the years 1970 to 9999'],
    ['1969-12-31T23:59:59Z', 'outside the years 1970 to 9999'],
    ['1970-01-01T00:00:00+00:01', 'outside the years 1970 to 9999'],
    ['9999-12-31T23:59:59-00:01', 'outside the years 1970 to 9999'],
  ])('may not be %j', (value, problem) => {
    expect(checkTimestamp(value)).toContain(problem);
  });

  it('is printed in UTC with whole seconds, and read back', () => {
    expect(formatTimestamp(Date.UTC(2026, 10, 21, 8, 0, 0, 999))).toBe('2026-11-21T08:00:00Z');
    expect(formatTimestamp(-62_135_596_800_000)).toBe('0001-01-01T00:00:00Z');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (seconds) => {
        expect(parseTimestamp(formatTimestamp(seconds * 1000))).toBe(seconds * 1000);
      }),
    );
  });
});

describe('a duration', () => {
  it.each([
    ['30s', 30],
    ['90m', 5400],
    ['8h', 28_800],
    ['1d12h', 129_600],
    ['2w', 1_209_600],
    ['1w2d3h4m5s', 788_645],
    ['1h0m', 3600],
  ])('%s is %d seconds', (value, seconds) => {
    expect(parseDuration(value)).toBe(seconds);
  });

  it.each([
    ['', 'is not a duration; write for example 30s, 90m, 8h, 1d12h or 2w'],
    ['8', 'is not a duration'],
    ['8 h', 'is not a duration'],
    ['-8h', 'is not a duration'],
    ['1.5h', 'is not a duration'],
    ['8H', 'is not a duration'],
    ['12h1d', 'is not a duration'],
    ['1h1h', 'is not a duration'],
    ['1y', 'is not a duration'],
    ['500ms', 'is not a duration'],
    ['0s', 'is zero; write at least 1s'],
    ['9999999999w', 'is longer than 100 years'],
    [`${'9'.repeat(1_000_000)}s`, 'is not a duration'],
  ])('may not be %j', (value, problem) => {
    expect(checkDuration(value)).toContain(problem);
  });
});

describe('an offset', () => {
  it.each([
    ['8h', 28_800],
    ['+1d12h', 129_600],
    ['-5m', -300],
  ])('%s is %i seconds from now', (text, seconds) => {
    expect(parseOffset(text)).toBe(seconds);
  });

  it.each(['', '-', '8', 'h', '--5m', '2026-11-21T08:00:00Z', ' 5m'])('%j is none', (text) => {
    expect(parseOffset(text)).toBeUndefined();
  });

  it.each(['-0s', '30m2h', '9999999999w'])('%s is refused', (text) => {
    expect(() => parseOffset(text)).toThrow(/is (zero|not a duration|longer than 100 years)/);
  });
});
