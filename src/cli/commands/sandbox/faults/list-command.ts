import type { Command } from 'commander';
import type { CommandContext } from '../../../context.ts';
import { showRows } from '../../../output/show.ts';
import { callFaults } from './call-faults.ts';

/** `tunnelctl sandbox faults list`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'List the faults that a running tunnelctl serve makes on purpose, how many requests each was meant for, and how ' +
        'many it disturbed.\n\n' +
        'Asks the service that --base-url, a profile or the environment names, with the API key of an admin.',
    )
    .addHelpText('after', examples)
    .action(async () => {
      const { answer, options } = await callFaults({ method: 'GET' }, command, context);
      await showRows(
        answer.faults.map(({ id, fault, matched, disturbed }) => ({ id, fault, matched, disturbed })),
        options,
        context,
      );
    });
}

const examples = `
Examples:
  tunnelctl sandbox faults list

  # How often something went wrong
  tunnelctl sandbox faults list -o json | jq 'map(.disturbed) | add'`;
