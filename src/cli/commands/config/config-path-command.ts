import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { writableDirectory } from '../../settings/settings-directory.ts';
import { settingsFile } from '../../settings/settings-file.ts';

/** `tunnelctl config path`. */
export function define(command: Command, { streams, printer }: CommandContext): void {
  command
    .description(
      'Print where the settings file is, or will be. Keys stand beside it in keys.json; TUNNELCTL_CONFIG_DIR names ' +
        'another directory for both.',
    )
    .addHelpText('after', '\nExamples:\n  tunnelctl config path')
    .action(() => printer.data(`${settingsFile(writableDirectory(streams))}\n`));
}
