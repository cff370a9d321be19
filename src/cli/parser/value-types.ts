import { ProblemError, quote } from '../../contract/rules/rule.ts';
import { parseDuration } from '../../contract/rules/time.ts';
import { fieldError, usageError } from '../errors/cli-error.ts';
import { findSetting, type SettingName } from '../settings/known-settings.ts';
import type { Found } from '../settings/origin.ts';
import { requireProfile } from '../settings/profile.ts';
import { readSettingsFile, settingsDirectory } from '../settings/settings-file.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import type { Hint, ValueType } from './options.ts';

/** Any text, as it stands. */
export const text: ValueType<string> = { read: (given) => given };

/** A text for which shells have something to offer. */
export function hinted(hint: Hint): ValueType<string> {
  return { hint, read: (given) => given };
}

/** A text that a function judges or changes; what it throws as a ProblemError is told with the name in front. */
export function parsed<T>(parse: (given: string) => T, hint?: Hint): ValueType<T> {
  return {
    hint,
    read(given, name) {
      try {
        return parse(given);
      } catch (error) {
        throw error instanceof ProblemError ? fieldError(name, `${error.message}`) : error;
      }
    },
  };
}

/** One of several words. */
export function choice<const W extends string>(words: readonly W[]): ValueType<W> {
  return {
    hint: { words },
    choices: words,
    read(given, name) {
      const found = words.find((word) => word === given);
      if (found !== undefined) return found;
      const message = `${name} ${quote(given)} is not one of ${words.join(', ')}${didYouMean(given, words)}`;
      throw usageError(message, { field: name });
    },
  };
}

/** A whole number. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): ValueType<number> {
  const count = (given: string) => (/^\d{1,16}$/.test(given) ? Number(given) : Number.NaN);
  return { kind: 'integer', ...numberBetween(least, most, 'a whole number', count) };
}

/** A number of seconds, or of something else that may have a fraction. @param advice what the message ends with */
export function decimalNumber(least: number, most: number, what = 'a number of seconds', advice = '') {
  const count = (given: string) => (given.trim() === '' ? Number.NaN : Number(given));
  return { kind: 'number', ...numberBetween(least, most, what, count, advice) };
}

/** Milliseconds of a number of seconds. */
export function milliseconds(leastSeconds: number, mostSeconds: number): ValueType<number> {
  const seconds = decimalNumber(leastSeconds, mostSeconds);
  return { read: (given, name) => Math.round(seconds.read(given, name) * 1000) };
}

const bytesIn: Readonly<Record<string, number>> = { '': 1, kib: 1024, mib: 1024 * 1024 };

/** A whole number of bytes: `65536`, `64KiB`, `1.5MiB`. */
export function bytes(least: number, most: number): ValueType<number> {
  const count = (given: string) => {
    const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]*)$/i.exec(given) ?? [];
    const number = Number(digits) * (bytesIn[unit.toLowerCase()] ?? Number.NaN);
    return Number.isInteger(number) ? number : Number.NaN;
  };
  return numberBetween(least, most, 'a number of bytes', count, '; write 65536 or 64KiB');
}

/** A number within limits. @param count what a text comes to, NaN for what is no number */
function numberBetween(
  least: number,
  most: number,
  what: string,
  count: (given: string) => number,
  advice = '',
) {
  const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  return {
    read(given: string, name: string): number {
      const number = count(given);
      if (number >= least && number <= most) return number;
      throw fieldError(name, `${quote(given)} is not ${what} ${range}${advice}`);
    },
  };
}

/** Milliseconds of a duration such as `90s` or `5m`, or of plain seconds. */
export const waitTime: ValueType<number> = parsed(
  (given) => parseDuration(/^\d+$/.test(given) ? `${given}s` : given) * 1000,
);

/** A setting by its name. */
export const knownSetting: ValueType<SettingName> = { hint: { list: 'settings' }, read: findSetting };

/** A profile that there is. */
export const knownProfile: ValueType<Found<string>> = {
  hint: { source: 'profiles' },
  read(given, name, { streams }) {
    const profile: Found<string> = { value: given, origin: { from: 'option', name } };
    requireProfile(readSettingsFile(settingsDirectory(streams)), profile);
    return profile;
  },
};
