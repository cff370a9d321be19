import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { showDone } from '../../output/show.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { withAccountFile } from './account-file.ts';
import { reportRecord, sayReport } from './seed-report.ts';
import { readSeedText } from './seed-source.ts';

/** `tunnelctl sandbox seed`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Put the objects of a YAML or JSON file (- is stdin), or the demo account, into the account of the data file: ' +
        'all of it or nothing. A seed that the account has already is left alone, so that a script may say it again. ' +
        'A service that has the file open shows it at once.',
    )
    .argument('<file|demo>', 'seed file, - for stdin, or demo')
    .addHelpText('after', examples)
    .action(async (name: string) => {
      const { streams, printer } = context;
      const options = readGlobalOptions(command);
      const source = name === 'demo' ? name : await readSeedText('<file>', name, streams);
      const report = await withAccountFile(options, streams, false, ({ account }) => account.seed(source));
      const record = { applied: report !== undefined, ...(report && reportRecord(report)) };
      await showDone(record, options, context, () =>
        report ? sayReport('seeded', report, printer) : printer.notice('the account has this seed already'),
      );
    });
}

const examples = `
Examples:
  tunnelctl sandbox seed demo

  # Two endpoints from a script
  printf 'endpoints:\\n  - url: https://a.example.com\\n  - url: https://b.example.com\\n' | tunnelctl sandbox seed -`;
