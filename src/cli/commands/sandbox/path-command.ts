import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { dataFilePath } from '../../connect/data-file.ts';
import type { CommandContext } from '../../context.ts';
import { showDone } from '../../output/show.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';

/** `tunnelctl sandbox path`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Print where the data file of --sandbox and serve is, or will be. The key that its secrets are sealed with ' +
        'stands beside it, in the file of the same name with .key.',
    )
    .addHelpText('after', '\nExamples:\n  tunnelctl sandbox path\n\n  du -h "$(tunnelctl sandbox path)"')
    .action(async () => {
      const options = readGlobalOptions(command);
      const data = dataFilePath(options.data, context.streams);
      const record = { data, key: `${data}.key`, exists: existsSync(data) };
      await showDone(record, options, context, () => context.printer.data(`${data}\n`));
    });
}
