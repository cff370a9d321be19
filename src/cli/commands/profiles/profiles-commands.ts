import { ownEntry } from '../../../contract/schema/json-object.ts';
import type { CommandContext } from '../../context.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { confirm, requireConsent } from '../../input/questions.ts';
import { isForProgram } from '../../output/formats.ts';
import { recordOptions, rowsOptions } from '../../output/output-options.ts';
import { ownSchema, showDone, showRecord, showRows } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, toggle } from '../../parser/options.ts';
import { knownProfile } from '../../parser/value-types.ts';
import type { EffectiveSettings } from '../../settings/effective-settings.ts';
import { keyIdOf, readKeysFile } from '../../settings/keys-file.ts';
import { formatSetting, type SettingValues, settingNames } from '../../settings/known-settings.ts';
import { variable } from '../../settings/origin.ts';
import { checkProfileName, profileNames, requireProfile, sandboxProfile } from '../../settings/profile.ts';
import { changeSettings } from '../../settings/write-settings.ts';

const descriptionMembers = ['name', 'base_url', 'key', 'api_key_id', 'used'];
const profileSchema = ownSchema([...descriptionMembers, 'settings']);
const wholeProfileSchema = ownSchema([
  ...descriptionMembers,
  ...settingNames.filter((name) => name !== 'base-url'),
]);

/** `tunnelctl profiles list`. */
const list = defineCommand({
  description: 'List the profiles. The one in use is marked; no key is shown.',
  options: rowsOptions,
  prints: profileSchema,
  examples: [
    { command: 'tunnelctl profiles list' },
    { summary: 'The one in use', command: "tunnelctl profiles list --query '[?used].name'" },
  ],
  async run(choices, context) {
    const { settings } = context;
    const rows = profileNames(settings.stored).map((name) => {
      const { settings: own, ...description } = describeProfile(name, settings);
      return { ...description, settings: shownSettings(own, context) };
    });
    await showRows(rows, context, { schema: profileSchema, choices });
  },
});

/** `tunnelctl profiles show`. */
const show = defineCommand({
  description: 'Show what a profile holds: the one that is named, else the one in use. Its key is not shown.',
  arguments: { named: argument('[name]', 'name of the profile', knownProfile) },
  options: recordOptions,
  prints: wholeProfileSchema,
  examples: [{ command: 'tunnelctl profiles show sandbox' }],
  async run({ named, ...choices }, context) {
    const { settings } = context;
    const profile = named ?? settings.profile;
    if (profile === undefined) throw fieldError('<name>', 'is required: no profile is in use');
    requireProfile(settings.stored, profile);
    const { settings: own, ...description } = describeProfile(profile.value, settings);
    await showRecord({ ...description, ...shownSettings(own, context) }, context, {
      schema: wholeProfileSchema,
      choices,
    });
  },
});

/** `tunnelctl profiles use`. */
const use = defineCommand({
  description:
    'Use a profile from now on, in every shell: where a command names none, and the environment neither.\n\n' +
    'The built-in profile sandbox runs commands against the service in their own process, without a key.',
  arguments: { profile: argument('<name>', 'name of the profile', knownProfile) },
  examples: [
    { summary: 'Plain commands run against the sandbox', command: 'tunnelctl profiles use sandbox' },
  ],
  async run({ profile }, context) {
    const { streams, printer } = context;
    const { value: name } = profile;
    await changeSettings(streams, (stored) => {
      const { settings } = stored;
      // Somebody may have deleted it since the command line was read.
      requireProfile(settings, profile);
      stored.change({ ...settings, profile: name });
    });
    await showDone({ profile: name }, context, async () => {
      const what = name === sandboxProfile ? 'the sandbox' : `profile ${name}`;
      await printer.notice(`${what} is used from now on`);
    });
    if (variable(streams.env, 'TUNNELCTL_PROFILE') !== undefined) {
      await printer.notice('note: TUNNELCTL_PROFILE is set and stands above it in this shell');
    }
  },
});

/** `tunnelctl profiles delete`. */
const remove = defineCommand({
  description: 'Delete a profile with its settings and its stored key. The service keeps the key.',
  arguments: { profile: argument('<name>', 'name of the profile', knownProfile) },
  options: { yes: toggle('-y, --yes', 'delete without asking') },
  examples: [{ command: 'tunnelctl profiles delete staging --yes' }],
  async run({ profile: { value: name }, yes }, context) {
    const { streams, printer } = context;
    checkProfileName(name, '<name>');
    if (!yes) {
      requireConsent(context);
      await confirm(`Remove profile ${name} with its settings and its key?`, [], context);
    }
    const wasUsed = await changeSettings(streams, (stored) => {
      const { profile, profiles, ...others } = stored.settings;
      stored.changeKey(name, undefined);
      stored.change({
        ...others,
        ...(profile !== undefined && profile !== name && { profile }),
        profiles: Object.fromEntries(Object.entries(profiles ?? {}).filter(([other]) => other !== name)),
      });
      return profile === name;
    });
    await showDone({ profile: name, removed: true }, context, async () => {
      const rest = wasUsed ? '; no profile is in use now' : '';
      await printer.notice(`deleted profile ${name}${rest}`);
    });
  },
});

export const commands = { list, use, show, delete: remove };

/** Settings as they were typed, where people read them: a command as it can be pasted. */
function shownSettings(own: SettingValues, context: CommandContext): Readonly<Record<string, unknown>> {
  if (isForProgram(context)) return own;
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [name, formatSetting(value)]));
}

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
