import { parseBaseUrl } from '../../../client/base-url.ts';
import { ownEntry } from '../../../contract/schema/json-object.ts';
import type { CommandContext } from '../../context.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { showDone } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, restArguments } from '../../parser/options.ts';
import { knownSetting, text } from '../../parser/value-types.ts';
import { readKeysFile } from '../../settings/keys-file.ts';
import {
  checkSetting,
  formatSetting,
  knownSettings,
  readSetting,
  type SettingName,
  type SettingValues,
} from '../../settings/known-settings.ts';
import type { Found } from '../../settings/origin.ts';
import { checkProfileName, requireProfile, sandboxProfile } from '../../settings/profile.ts';
import { readSettingsFile, type StoredSettings, writableDirectory } from '../../settings/settings-file.ts';
import { changeSettings } from '../../settings/write-settings.ts';

/** `tunnelctl config set`. */
const set = defineCommand({
  description:
    'Set a setting: for everything, or with --profile for one profile. A new profile starts with its base-url.\n\n' +
    `Settings:\n${listSettings()}`,
  arguments: {
    name: argument('<setting>', 'name of the setting', knownSetting),
    words: restArguments('<value...>', 'value; for a command, its words, behind --', text),
  },
  examples: [
    { command: 'tunnelctl config set output json' },
    {
      summary: 'A profile whose key comes from a password manager',
      command:
        'tunnelctl config set base-url https://api.example.com --profile work\n' +
        'tunnelctl config set credential-command --profile work -- pass show tunnelctl/work',
    },
  ],
  async run({ name, words }, context) {
    const { streams, printer, options } = context;
    const value = readValue(name, words);
    const profile = profileFor(name, options.profile);
    await changeSettings(streams, (stored) =>
      stored.change(changeValues(stored.settings, profile, name, (values) => ({ ...values, [name]: value }))),
    );
    await showDone({ name, value, profile: profile ?? null }, context, async () => {
      const where = profile === undefined ? '' : ` in profile ${profile}`;
      await printer.notice(`${name} is ${formatSetting(value)}${where} from now on`);
    });
    if (name === 'base-url') await noteKey(profile, String(value), context);
  },
});

/** `tunnelctl config unset`. */
const unset = defineCommand({
  description:
    'Remove a setting from the settings file: the one for everything, or with --profile that of one profile.',
  arguments: { name: argument('<setting>', 'name of the setting', knownSetting) },
  examples: [{ command: 'tunnelctl config unset output' }],
  async run({ name }, context) {
    const { streams, printer, options } = context;
    const profile = profileFor(name, options.profile);
    const before = readSettingsFile(writableDirectory(streams));
    if (profile !== undefined) requireProfile(before, givenProfile(profile));
    const values = profile === undefined ? before.settings : ownEntry(before.profiles, profile);
    const wasSet = values?.[name] !== undefined;
    if (wasSet) {
      await changeSettings(streams, (stored) =>
        stored.change(changeValues(stored.settings, profile, name, ({ [name]: _, ...others }) => others)),
      );
    }
    await showDone({ name, removed: wasSet, profile: profile ?? null }, context, () =>
      printer.notice(wasSet ? `${name} is no longer set` : `${name} was not set`),
    );
  },
});

export const commands = { set, unset };

function listSettings(): string {
  return Object.entries(knownSettings)
    .map(([name, { schema }]) => {
      const choices = Array.isArray(schema.enum) ? `: ${schema.enum.join(', ')}` : '';
      return `  ${name.padEnd(20)}${schema.description}${choices}`;
    })
    .join('\n');
}

function readValue(name: SettingName, words: readonly string[]): unknown {
  if (knownSettings[name].schema.type === 'array') return checkSetting(name, words, name);
  const [word = '', ...more] = words;
  if (more.length > 0) throw fieldError('<value>', `of ${name} is one word; quote it if it holds spaces`);
  if (name === 'base-url') parseBaseUrl(word);
  return readSetting(name, word, name);
}

/** The profile that a setting is for; undefined for everything. Throws a CliError where it does not go there. */
function profileFor(name: SettingName, profile: string | undefined): string | undefined {
  const { profileOnly } = knownSettings[name];
  if (profileOnly && profile === undefined) {
    throw fieldError('--profile', `is required: ${name} belongs to a profile`);
  }
  if (profileOnly && profile === sandboxProfile) checkProfileName(sandboxProfile, '--profile');
  return profile;
}

/** Changes the settings of a profile, or of everything. A profile starts with its base URL. */
function changeValues(
  stored: StoredSettings,
  profile: string | undefined,
  name: SettingName,
  change: (values: SettingValues) => SettingValues,
): StoredSettings {
  if (profile === undefined) return { ...stored, settings: change(stored.settings ?? {}) };
  const values = ownEntry(stored.profiles, profile);
  if (values === undefined && profile !== sandboxProfile) {
    checkProfileName(profile, '--profile');
    const hint = `set its base-url first: tunnelctl config set base-url URL --profile ${profile}`;
    if (name !== 'base-url') requireProfile(stored, givenProfile(profile), hint);
  }
  return { ...stored, profiles: { ...stored.profiles, [profile]: change(values ?? {}) } };
}

function givenProfile(name: string): Found<string> {
  return { value: name, origin: { from: 'option', name: '--profile' } };
}

// A key goes to the origin that it was stored for and to no other.
async function noteKey(profile = '', baseUrl: string, { printer, streams }: CommandContext): Promise<void> {
  const key = ownEntry(readKeysFile(writableDirectory(streams)), profile);
  if (key === undefined || key.origin === parseBaseUrl(baseUrl).origin) return;
  await printer.notice(
    `note: the stored key of profile ${profile} belongs to ${key.origin} and is not sent elsewhere; ` +
      `tunnelctl login --profile ${profile} stores another`,
  );
}
