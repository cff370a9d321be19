import { type Command, Option } from 'commander';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { confirmRemoval } from '../../input/confirm-removal.ts';
import { showDone } from '../../output/show.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { effectiveSettings, ownEntry } from '../../settings/effective-settings.ts';
import { readKeysFile } from '../../settings/keys-file.ts';
import type { Found } from '../../settings/origin.ts';
import { requireProfile, sandboxProfile } from '../../settings/profile.ts';
import { writableDirectory } from '../../settings/settings-directory.ts';
import { changeKey } from '../../settings/write-settings.ts';
import { keyIdOf } from './key-check.ts';

/** `tunnelctl logout`: forgets the key of a profile; the rest of it stays. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Remove the stored API key of a profile: the one that is named, else the one in use.\n\n' +
        'The profile stays, and so does the key on the service: tunnelctl api-keys delete ends it for good.',
    )
    .argument('[profile]', 'name of the profile')
    .addOption(new Option('-y, --yes', 'remove without asking'))
    .addHelpText('after', examples)
    .action(async (argument: string | undefined) => {
      const { streams, printer } = context;
      const options = readGlobalOptions(command);
      const directory = writableDirectory(streams);
      const { stored, profile: used } = effectiveSettings(options, streams);
      const profile: Found<string> | undefined =
        argument === undefined ? used : { value: argument, origin: { from: 'option', name: '<profile>' } };
      if (profile === undefined) throw new UsageError('<profile> is required: no profile is in use');
      requireProfile(stored, profile);
      const name = profile.value;
      const key = ownEntry(readKeysFile(directory), name);
      if (name !== sandboxProfile && key !== undefined) {
        const { yes }: { yes?: true } = command.opts();
        const id = keyIdOf(key.key);
        const what = `the stored key${id === undefined ? '' : ` ${id}`} of profile ${name} (${key.origin})`;
        await confirmRemoval(what, yes === true, options, streams);
        await changeKey(directory, name, undefined);
      }
      await showDone({ profile: name, removed: key !== undefined }, options, context, () =>
        printer.notice(
          key === undefined ? `profile ${name} has no stored key` : `removed the key of profile ${name}`,
        ),
      );
    });
}

const examples = `
Examples:
  tunnelctl logout

  # In a script
  tunnelctl logout staging --yes`;
