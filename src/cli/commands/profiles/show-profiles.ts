import { usageError } from '../../errors/cli-error.ts';
import { showRecord, showRows } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument } from '../../parser/options.ts';
import { knownProfile } from '../../parser/value-types.ts';
import { type EffectiveSettings, ownEntry } from '../../settings/effective-settings.ts';
import { readKeysFile } from '../../settings/keys-file.ts';
import { profileNames, requireProfile, sandboxProfile } from '../../settings/profile.ts';
import { keyIdOf } from '../login/key-check.ts';

/** `tunnelctl profiles list`. */
export const listCommand = defineCommand({
  description: 'List the profiles. The one in use is marked; no key is shown.',
  examples: [{ command: 'tunnelctl profiles list' }],
  async run(_, context) {
    const { settings } = context;
    await showRows(
      profileNames(settings.stored).map((name) => describeProfile(name, settings)),
      context,
    );
  },
});

/** `tunnelctl profiles show`. */
export const showCommand = defineCommand({
  description: 'Show what a profile holds: the one that is named, else the one in use. Its key is not shown.',
  arguments: { named: argument('[name]', 'name of the profile', knownProfile) },
  examples: [{ command: 'tunnelctl profiles show sandbox' }],
  async run({ named }, context) {
    const { settings } = context;
    const profile = named ?? settings.profile;
    if (profile === undefined)
      throw usageError('<name> is required: no profile is in use', { field: '<name>' });
    requireProfile(settings.stored, profile);
    const { settings: own, ...description } = describeProfile(profile.value, settings);
    await showRecord({ ...description, ...own }, context);
  },
});

/** A profile as it is shown: everything but its key. Nothing is asked of its credential-command. */
function describeProfile(name: string, settings: EffectiveSettings) {
  const { 'base-url': baseUrl, ...own } = ownEntry(settings.stored.profiles, name) ?? {};
  const isSandbox = name === sandboxProfile;
  const hasCommand = own['credential-command'] !== undefined;
  // A file that others can read is refused, whether its keys are needed or not.
  const stored = ownEntry(readKeysFile(settings.directory), name);
  const storedFrom = stored === undefined ? null : 'stored';
  const key = isSandbox ? 'not needed' : hasCommand ? 'command' : storedFrom;
  return {
    name,
    base_url: isSandbox ? null : (baseUrl ?? null),
    key,
    api_key_id: key === 'stored' && stored !== undefined ? (keyIdOf(stored.key) ?? null) : null,
    used: settings.profile?.value === name,
    settings: own,
  };
}
