import { type Command, Option } from 'commander';
import type { CommandContext } from '../../context.ts';
import { showRows } from '../../output/show.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { effectiveSettings } from '../../settings/effective-settings.ts';
import { settingNames } from '../../settings/known-settings.ts';
import { formatOrigin } from '../../settings/origin.ts';
import { requireProfile } from '../../settings/profile.ts';
import { formatSetting } from './format-setting.ts';

/** `tunnelctl config list`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'List every setting with the value that holds here: option, environment, profile, settings file. ' +
        'What nothing sets is left to its default.',
    )
    .addOption(new Option('--origin', 'also show where each value was found'))
    .addHelpText('after', '\nExamples:\n  tunnelctl config list --origin')
    .action(async () => {
      const options = readGlobalOptions(command);
      const settings = effectiveSettings(options, context.streams);
      if (settings.profile) requireProfile(settings.stored, settings.profile);
      const { origin }: { origin?: true } = command.opts();
      const rows = settingNames.map((name) => {
        const found = settings.get(name);
        return {
          name,
          value: found === undefined ? null : formatSetting(found.value),
          ...(origin && { origin: found === undefined ? 'default' : formatOrigin(found.origin) }),
        };
      });
      await showRows(rows, options, context);
    });
}
