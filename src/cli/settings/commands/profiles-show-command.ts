import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.ts';
import { readGlobalOptions } from '../../global-options.ts';
import { UsageError } from '../../usage-error.ts';
import { effectiveSettings } from '../effective-settings.ts';
import type { Found } from '../origin.ts';
import { requireProfile } from '../profile.ts';
import { describeProfile } from './describe-profile.ts';
import { showRecord } from './show.ts';

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
