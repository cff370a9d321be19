import { existsSync } from 'node:fs';
import { exitCodes } from '../../exit-codes.ts';
import { recordOptions, rowsOptions } from '../../output/output-options.ts';
import { ownSchema, showRows, showText } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, toggle } from '../../parser/options.ts';
import { knownSetting } from '../../parser/value-types.ts';
import { effectiveSetting } from '../../settings/effective-settings.ts';
import { keysFile } from '../../settings/keys-file.ts';
import { formatSetting, settingNames } from '../../settings/known-settings.ts';
import { formatOrigin } from '../../settings/origin.ts';
import { requireProfile } from '../../settings/profile.ts';
import { settingsFile, writableDirectory } from '../../settings/settings-file.ts';

const settingFacts = ownSchema(['name', 'value', 'origin']);
const pathFacts = ownSchema(['path', 'keys', 'exists']);

/** `tunnelctl config list`. */
const list = defineCommand({
  description:
    'List every setting with the value that holds here, and where it was found: option, environment, profile, ' +
    'settings file, or else its default.',
  options: {
    origin: toggle('--origin', 'show where each value was found, as is always done'),
    ...rowsOptions,
  },
  prints: settingFacts,
  examples: [
    { command: 'tunnelctl config list' },
    { summary: 'What somebody set', command: 'tunnelctl config list --query "[?origin!=\'default\']"' },
  ],
  async run({ origin: _, ...choices }, context) {
    const { settings, streams } = context;
    if (settings.profile) requireProfile(settings.stored, settings.profile);
    const rows = settingNames.map((name) => {
      const found = effectiveSetting(name, settings, streams.env);
      return {
        name,
        value: found === undefined ? null : formatSetting(found.value),
        origin: found === undefined ? 'not set' : formatOrigin(found.origin),
      };
    });
    await showRows(rows, context, { schema: settingFacts, choices });
  },
});

/** `tunnelctl config get`. */
const get = defineCommand({
  description: 'Print the value that a setting has here.',
  exitCodes: { 1: 'nothing sets it; nothing is printed on stdout' },
  arguments: { name: argument('<setting>', 'name of the setting', knownSetting) },
  options: recordOptions,
  prints: settingFacts,
  examples: [{ command: 'tunnelctl config get output || echo default' }],
  async run({ name, ...choices }, context) {
    const { settings, printer } = context;
    if (settings.profile) requireProfile(settings.stored, settings.profile);
    const found = settings.get(name);
    if (found === undefined) {
      context.exitCode = exitCodes.other;
      return printer.notice(`${name} is not set`);
    }
    const record = { name, value: found.value, origin: formatOrigin(found.origin) };
    await showText(formatSetting(found.value), record, context, { schema: settingFacts, choices });
  },
});

/** `tunnelctl config path`. */
const path = defineCommand({
  description:
    'Print where the settings file is, or will be. Keys stand beside it in keys.json; TUNNELCTL_CONFIG_DIR names ' +
    'another directory for both.',
  examples: [{ command: 'tunnelctl config path' }],
  options: recordOptions,
  prints: pathFacts,
  async run(choices, context) {
    const directory = writableDirectory(context.streams);
    const path = settingsFile(directory);
    const record = { path, keys: keysFile(directory), exists: existsSync(path) };
    await showText(path, record, context, { schema: pathFacts, choices });
  },
});

export const commands = { list, get, path };
