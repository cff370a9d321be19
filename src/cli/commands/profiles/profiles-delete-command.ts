import { type Command, Option } from 'commander';
import type { CommandContext } from '../../context.ts';
import { confirmRemoval } from '../../input/confirm-removal.ts';
import { showDone } from '../../output/show.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { checkProfileName, requireProfile } from '../../settings/profile.ts';
import { writableDirectory } from '../../settings/settings-directory.ts';
import { readSettingsFile } from '../../settings/settings-file.ts';
import { changeKey, changeSettings } from '../../settings/write-settings.ts';

/** `tunnelctl profiles delete`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description('Delete a profile with its settings and its stored key. The service keeps the key.')
    .argument('<name>', 'name of the profile')
    .addOption(new Option('-y, --yes', 'delete without asking'))
    .addHelpText('after', '\nExamples:\n  tunnelctl profiles delete staging --yes')
    .action(async (name: string) => {
      const { streams, printer } = context;
      const options = readGlobalOptions(command);
      const directory = writableDirectory(streams);
      checkProfileName(name, '<name>');
      const before = readSettingsFile(directory);
      requireProfile(before, { value: name, origin: { from: 'option', name: '<name>' } });
      const { yes }: { yes?: true } = command.opts();
      await confirmRemoval(`profile ${name} with its settings and its key`, yes === true, options, streams);
      await changeKey(directory, name, undefined);
      await changeSettings(directory, ({ profile, profiles, ...stored }) => ({
        ...stored,
        ...(profile !== undefined && profile !== name && { profile }),
        profiles: Object.fromEntries(Object.entries(profiles ?? {}).filter(([other]) => other !== name)),
      }));
      await showDone({ profile: name, removed: true }, options, context, async () => {
        const rest = before.profile === name ? '; no profile is in use now' : '';
        await printer.notice(`deleted profile ${name}${rest}`);
      });
    });
}
