import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { exitCodes } from '../../exit-codes.ts';
import { showDone, showRows } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, toggle } from '../../parser/options.ts';
import { knownSetting } from '../../parser/value-types.ts';
import { formatSetting, settingNames } from '../../settings/known-settings.ts';
import { formatOrigin } from '../../settings/origin.ts';
import { requireProfile } from '../../settings/profile.ts';
import { settingsFile, writableDirectory } from '../../settings/settings-file.ts';

/** `tunnelctl config list`. */
const list = defineCommand({
  description:
    'List every setting with the value that holds here: option, environment, profile, settings file. ' +
    'What nothing sets is left to its default.',
  options: { origin: toggle('--origin', 'also show where each value was found') },
  examples: [{ command: 'tunnelctl config list --origin' }],
  async run({ origin }, context) {
    const { settings } = context;
    if (settings.profile) requireProfile(settings.stored, settings.profile);
    const rows = settingNames.map((name) => {
      const found = settings.get(name);
      return {
        name,
        value: found === undefined ? null : formatSetting(found.value),
        ...(origin && { origin: found === undefined ? 'default' : formatOrigin(found.origin) }),
      };
    });
    await showRows(rows, context);
  },
});

/** `tunnelctl config get`. */
const get = defineCommand({
  description: 'Print the value that a setting has here.',
  exitCodes: { 1: 'nothing sets it; nothing is printed on stdout' },
  arguments: { name: argument('<setting>', 'name of the setting', knownSetting) },
  examples: [{ command: 'tunnelctl config get output || echo default' }],
  async run({ name }, context) {
    const { settings, printer } = context;
    if (settings.profile) requireProfile(settings.stored, settings.profile);
    const found = settings.get(name);
    if (found === undefined) {
      context.exitCode = exitCodes.other;
      return printer.notice(`${name} is not set`);
    }
    const record = { name, value: found.value, origin: formatOrigin(found.origin) };
    await showDone(record, context, () => printer.data(`${sanitizeLine(formatSetting(found.value))}\n`));
  },
});

/** `tunnelctl config path`. */
const path = defineCommand({
  description:
    'Print where the settings file is, or will be. Keys stand beside it in keys.json; TUNNELCTL_CONFIG_DIR names ' +
    'another directory for both.',
  examples: [{ command: 'tunnelctl config path' }],
  run: (_, { streams, printer }) => printer.data(`${settingsFile(writableDirectory(streams))}\n`),
});

export const commands = { list, get, path };
