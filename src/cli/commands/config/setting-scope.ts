import { LocalError } from '../../errors/local-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { ownEntry } from '../../settings/effective-settings.ts';
import { knownSettings, type SettingName, type SettingValues } from '../../settings/known-settings.ts';
import { checkProfileName, requireProfile, sandboxProfile } from '../../settings/profile.ts';
import type { StoredSettings } from '../../settings/settings-file.ts';

/** What a setting is set for: one profile, or everything. */
export interface Scope {
  readonly profile: string | undefined;
}

/** @param profile as `--profile` gives it. Throws a UsageError where the setting does not go there. */
export function scopeOf(name: SettingName, profile: string | undefined): Scope {
  const { profileOnly } = knownSettings[name];
  if (profileOnly && profile === undefined) {
    throw new UsageError(`--profile is required: ${name} belongs to a profile`);
  }
  if (profileOnly && profile === sandboxProfile) checkProfileName(sandboxProfile, '--profile');
  return { profile };
}

/** Changes the settings of a scope. A profile starts with its base URL. */
export function changeScope(
  stored: StoredSettings,
  { profile }: Scope,
  name: SettingName,
  change: (values: SettingValues) => SettingValues,
): StoredSettings {
  if (profile === undefined) return { ...stored, settings: change(stored.settings ?? {}) };
  const values = ownEntry(stored.profiles, profile);
  if (values === undefined && profile !== sandboxProfile) {
    checkProfileName(profile, '--profile');
    if (name !== 'base-url') refuseNew(stored, profile);
  }
  return { ...stored, profiles: { ...stored.profiles, [profile]: change(values ?? {}) } };
}

function refuseNew(stored: StoredSettings, profile: string): void {
  try {
    requireProfile(stored, { value: profile, origin: { from: 'option', name: '--profile' } });
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    throw new LocalError(error.code, error.message, {
      hint: `set its base-url first: tunnelctl config set base-url URL --profile ${profile}`,
      next: error.next,
    });
  }
}
