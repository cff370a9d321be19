import type { Command } from 'commander';
import type { CommandContext } from '../../../context.ts';
import { sanitizeLine } from '../../../output/sanitize.ts';
import { showDone } from '../../../output/show.ts';
import { readGlobalOptions } from '../../../parser/global-options.ts';
import { withAccountFile } from '../account-file.ts';
import { tellingAgentErrors } from './agents-errors.ts';

/** `tunnelctl sandbox agents disconnect`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Take a simulated agent off line, as if it had ended: its tunnel session goes, and with it its tunnels and their ' +
        'endpoints. A service that has the data file open shows it at once.',
    )
    .argument('<session-id>', 'id of its tunnel session, ts_…')
    .addHelpText('after', examples)
    .action(async (id: string) => {
      const options = readGlobalOptions(command);
      await withAccountFile(options, context.streams, true, ({ account }) =>
        tellingAgentErrors(() => account.agents.disconnect(id)),
      );
      await showDone({ disconnected: id }, options, context, () =>
        context.printer.notice(`disconnected: ${sanitizeLine(id)}`),
      );
    });
}

const examples = `
Examples:
  # All of them
  tunnelctl sandbox agents list -o json | jq -r '.[].id' | xargs -n 1 tunnelctl sandbox agents disconnect`;
