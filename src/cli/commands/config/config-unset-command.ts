import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { showDone } from '../../output/show.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { ownEntry } from '../../settings/effective-settings.ts';
import { findSetting, type SettingName, type SettingValues } from '../../settings/known-settings.ts';
import { requireProfile } from '../../settings/profile.ts';
import { writableDirectory } from '../../settings/settings-directory.ts';
import { readSettingsFile } from '../../settings/settings-file.ts';
import { changeSettings } from '../../settings/write-settings.ts';
import { changeScope, scopeOf } from './setting-scope.ts';

/** `tunnelctl config unset`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Take a setting out of the settings file: that of everything, or with --profile of one profile.',
    )
    .argument('<setting>', 'name of the setting')
    .addHelpText('after', '\nExamples:\n  tunnelctl config unset output')
    .action(async (text: string) => {
      const { streams, printer } = context;
      const options = readGlobalOptions(command);
      const name = findSetting(text);
      const { profile } = scopeOf(name, options.profile);
      const directory = writableDirectory(streams);
      const before = readSettingsFile(directory);
      if (profile !== undefined) {
        requireProfile(before, { value: profile, origin: { from: 'option', name: '--profile' } });
      }
      const values = profile === undefined ? before.settings : ownEntry(before.profiles, profile);
      const wasSet = values?.[name] !== undefined;
      if (wasSet) {
        await changeSettings(directory, (stored) =>
          changeScope(stored, { profile }, name, (present) => without(present, name)),
        );
      }
      await showDone({ name, removed: wasSet, profile: profile ?? null }, options, context, () =>
        printer.notice(wasSet ? `${name} is not set any more` : `${name} was not set`),
      );
    });
}

function without(values: SettingValues, name: SettingName): SettingValues {
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
}
