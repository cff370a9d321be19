import { confirm, requireConsent } from '../../input/questions.ts';
import { showDone } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, toggle } from '../../parser/options.ts';
import { knownProfile } from '../../parser/value-types.ts';
import { variable } from '../../settings/origin.ts';
import { checkProfileName, sandboxProfile } from '../../settings/profile.ts';
import { readSettingsFile, writableDirectory } from '../../settings/settings-file.ts';
import { changeKey, changeSettings } from '../../settings/write-settings.ts';

/** `tunnelctl profiles use`. */
export const useCommand = defineCommand({
  description:
    'Use a profile from now on, in every shell: where a command names none, and the environment neither.\n\n' +
    'The built-in profile sandbox runs commands against the service in their own process, without a key.',
  arguments: { profile: argument('<name>', 'name of the profile', knownProfile) },
  examples: [
    { summary: 'Plain commands run against the sandbox', command: 'tunnelctl profiles use sandbox' },
  ],
  async run({ profile: { value: name } }, context) {
    const { streams, printer } = context;
    await changeSettings(writableDirectory(streams), (stored) => ({ ...stored, profile: name }));
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
export const deleteCommand = defineCommand({
  description: 'Delete a profile with its settings and its stored key. The service keeps the key.',
  arguments: { profile: argument('<name>', 'name of the profile', knownProfile) },
  options: { yes: toggle('-y, --yes', 'delete without asking') },
  examples: [{ command: 'tunnelctl profiles delete staging --yes' }],
  async run({ profile: { value: name }, yes }, context) {
    const { streams, printer } = context;
    const directory = writableDirectory(streams);
    checkProfileName(name, '<name>');
    if (!yes) {
      requireConsent(context);
      await confirm(`Remove profile ${name} with its settings and its key?`, [], context);
    }
    const before = readSettingsFile(directory);
    await changeKey(directory, name, undefined);
    await changeSettings(directory, ({ profile, profiles, ...stored }) => ({
      ...stored,
      ...(profile !== undefined && profile !== name && { profile }),
      profiles: Object.fromEntries(Object.entries(profiles ?? {}).filter(([other]) => other !== name)),
    }));
    await showDone({ profile: name, removed: true }, context, async () => {
      const rest = before.profile === name ? '; no profile is in use now' : '';
      await printer.notice(`deleted profile ${name}${rest}`);
    });
  },
});
