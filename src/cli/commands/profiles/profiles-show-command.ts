import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { showRecord } from '../../output/show.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { effectiveSettings } from '../../settings/effective-settings.ts';
import type { Found } from '../../settings/origin.ts';
import { requireProfile } from '../../settings/profile.ts';
import { describeProfile } from './describe-profile.ts';

/** `tunnelctl profiles show`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Show what a profile holds: the one that is named, else the one in use. Its key is not shown.',
    )
    .argument('[name]', 'name of the profile')
    .addHelpText('after', '\nExamples:\n  tunnelctl profiles show sandbox')
    .action(async (name: string | undefined) => {
      const options = readGlobalOptions(command);
      const settings = effectiveSettings(options, context.streams);
      const profile: Found<string> | undefined =
        name === undefined ? settings.profile : { value: name, origin: { from: 'option', name: '<name>' } };
      if (profile === undefined) throw new UsageError('<name> is required: no profile is in use');
      requireProfile(settings.stored, profile);
      const { settings: own, ...description } = describeProfile(profile.value, settings);
      await showRecord({ ...description, ...own }, options, context);
    });
}
