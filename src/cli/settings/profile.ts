import { quote } from '../../contract/rules/rule.ts';
import { CliError, fieldError, usageError } from '../errors/cli-error.ts';
import type { Streams } from '../streams.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import type { GlobalOptions } from './global-options.ts';
import { type Found, variable } from './origin.ts';
import { profileName, type StoredSettings } from './settings-file.ts';

/** The built-in profile: the service in this process, on its own file, without a key. */
export const sandboxProfile = 'sandbox';

type ProfileOptions = Pick<GlobalOptions, 'profile' | 'sandbox'>;

/**
 * Which profile a command uses: `--profile` or `--sandbox`, TUNNELCTL_PROFILE, the one that the settings name; undefined
 * when nothing names one. It need not exist.
 */
export function chosenProfile(
  { profile, sandbox }: ProfileOptions,
  env: Streams['env'],
  stored: StoredSettings,
): Found<string> | undefined {
  if (sandbox) {
    if (profile !== undefined && profile !== sandboxProfile) {
      throw fieldError('--sandbox', `and --profile ${profile} name two services; give one`);
    }
    return { value: sandboxProfile, origin: { from: 'option', name: '--sandbox' } };
  }
  if (profile !== undefined) return { value: profile, origin: { from: 'option', name: '--profile' } };
  const named = variable(env, 'TUNNELCTL_PROFILE');
  if (named !== undefined) return named;
  return stored.profile ? { value: stored.profile, origin: { from: 'settings' } } : undefined;
}

/** The names of all profiles, the built-in one last. */
export function profileNames(stored: StoredSettings): string[] {
  const own = Object.keys(stored.profiles ?? {}).filter((name) => name !== sandboxProfile);
  return [...own.sort(), sandboxProfile];
}

/** Refuses a profile that does not exist. Throws a CliError. @param hint what to do about it */
export function requireProfile(
  stored: StoredSettings,
  { value: name, origin }: Found<string>,
  hint = 'tunnelctl profiles list shows them; tunnelctl login --profile NAME makes one',
): void {
  if (profileNames(stored).includes(name)) return;
  const isTyped = origin.from === 'option';
  const named = isTyped
    ? ''
    : ` (named by ${origin.from === 'environment' ? origin.name : 'the settings file'})`;
  throw new CliError(
    'UNKNOWN_PROFILE',
    `there is no profile ${quote(name)}${named}${didYouMean(name, profileNames(stored))}`,
    { hint, next: ['tunnelctl profiles list', 'tunnelctl login'] },
  );
}

/** Refuses a name that no profile of the user's may have. Throws a CliError. */
export function checkProfileName(name: string, place: string): void {
  if (name === sandboxProfile) {
    throw fieldError(place, 'sandbox is built in: it has no base URL and needs no key; choose another name');
  }
  if (new RegExp(profileName).test(name)) return;
  throw usageError(
    `${place} ${quote(name)} is not a profile name; use up to 64 letters, digits, dots, dashes and underscores, ` +
      'the first a letter or digit',
    { field: place },
  );
}
