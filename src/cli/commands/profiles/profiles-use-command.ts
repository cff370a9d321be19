import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { showDone } from '../../output/show.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { variable } from '../../settings/origin.ts';
import { requireProfile, sandboxProfile } from '../../settings/profile.ts';
import { writableDirectory } from '../../settings/settings-directory.ts';
import { readSettingsFile } from '../../settings/settings-file.ts';
import { changeSettings } from '../../settings/write-settings.ts';

/** `tunnelctl profiles use`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Use a profile from now on, in every shell: where a command names none, and the environment neither.\n\n' +
        'The built-in profile sandbox runs commands against the service in their own process, without a key.',
    )
    .argument('<name>', 'name of the profile')
    .addHelpText('after', examples)
    .action(async (name: string) => {
      const { streams, printer } = context;
      const directory = writableDirectory(streams);
      requireProfile(readSettingsFile(directory), {
        value: name,
        origin: { from: 'option', name: '<name>' },
      });
      await changeSettings(directory, (stored) => ({ ...stored, profile: name }));
      await showDone({ profile: name }, readGlobalOptions(command), context, async () => {
        const what = name === sandboxProfile ? 'the sandbox' : `profile ${name}`;
        await printer.notice(`${what} is used from now on`);
      });
      if (variable(streams.env, 'TUNNELCTL_PROFILE') !== undefined) {
        await printer.notice('note: TUNNELCTL_PROFILE is set and stands above it in this shell');
      }
    });
}

const examples = `
Examples:
  # Plain commands run against the sandbox
  tunnelctl profiles use sandbox`;
