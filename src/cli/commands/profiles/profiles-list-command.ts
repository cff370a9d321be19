import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { showRows } from '../../output/show.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { effectiveSettings } from '../../settings/effective-settings.ts';
import { profileNames } from '../../settings/profile.ts';
import { describeProfile } from './describe-profile.ts';

/** `tunnelctl profiles list`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description('List the profiles. The one in use is marked; no key is shown.')
    .addHelpText('after', '\nExamples:\n  tunnelctl profiles list')
    .action(async () => {
      const options = readGlobalOptions(command);
      const settings = effectiveSettings(options, context.streams);
      const rows = profileNames(settings.stored).map((name) => ({ ...describeProfile(name, settings) }));
      await showRows(rows, options, context);
    });
}
