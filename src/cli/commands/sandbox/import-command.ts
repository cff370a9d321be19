import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { showDone } from '../../output/show.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { withAccountFile } from './account-file.ts';
import { reportRecord, sayReport } from './seed-report.ts';
import { readSeedText } from './seed-source.ts';

/** `tunnelctl sandbox import`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Bring back an account that sandbox export wrote, YAML or JSON (- is stdin): all of it or nothing.\n\n' +
        'A data file that holds nothing yet, new or after sandbox reset, becomes that account, ids included. To one ' +
        'that is in use the objects are added; an id or a URL that it has already is refused.',
    )
    .argument('<file|->', 'exported account, or - for stdin')
    .addHelpText('after', examples)
    .action(async (name: string) => {
      const { streams, printer } = context;
      const options = readGlobalOptions(command);
      const source = await readSeedText('<file>', name, streams);
      const report = await withAccountFile(options, streams, false, ({ account }) => account.import(source));
      await showDone(reportRecord(report), options, context, () => sayReport('imported', report, printer));
    });
}

const examples = `
Examples:
  # Go back to how it was
  tunnelctl sandbox export before.yml --with-secrets
  tunnelctl sandbox reset --yes
  tunnelctl sandbox import before.yml

  # A copy in another file
  tunnelctl sandbox export - --with-secrets | tunnelctl sandbox import - --data copy.db`;
