import type { Command } from 'commander';
import type { CommandContext } from '../../../context.ts';
import { showRows } from '../../../output/show.ts';
import { readGlobalOptions } from '../../../parser/global-options.ts';
import { withAccountFile } from '../account-file.ts';

/** `tunnelctl sandbox agents list`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'List the agents that seem to be connected to the sandbox, newest first, with what tunnel-sessions does not ' +
        'show: whether one is restarting or updating, and the version that it is offered.',
    )
    .addHelpText('after', examples)
    .action(async () => {
      const options = readGlobalOptions(command);
      const agents = await withAccountFile(options, context.streams, true, ({ account }) =>
        account.agents.list(),
      );
      await showRows(
        agents.map((agent) => ({ ...agent })),
        options,
        context,
      );
    });
}

const examples = `
Examples:
  tunnelctl sandbox agents list

  # Those that an update waits for
  tunnelctl sandbox agents list -o json | jq -r '.[] | select(.offered_version) | .id'`;
