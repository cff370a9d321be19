import type { Command } from 'commander';
import type { CommandContext } from '../../../context.ts';
import { sanitizeLine } from '../../../output/sanitize.ts';
import { showDone } from '../../../output/show.ts';
import { callFaults } from './call-faults.ts';

/** `tunnelctl sandbox faults clear`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description('End faults of a running tunnelctl serve: those that are named, or all..')
    .argument('[fault-id...]', 'ids as sandbox faults list shows them')
    .addHelpText('after', examples)
    .action(async (ids: string[]) => {
      const query = ids.length === 0 ? '' : `?${new URLSearchParams({ ids: ids.join(',') })}`;
      const { answer, options } = await callFaults({ method: 'DELETE', query }, command, context);
      await showDone({ cleared: answer.faults }, options, context, async () => {
        for (const { id, disturbed } of answer.faults) {
          const requests = `${disturbed} ${disturbed === 1 ? 'request' : 'requests'}`;
          await context.printer.notice(`cleared: ${sanitizeLine(id)}, which disturbed ${requests}`);
        }
        if (answer.faults.length === 0) await context.printer.notice('there were no faults');
      });
    });
}

const examples = `
Examples:
  tunnelctl sandbox faults clear

  tunnelctl sandbox faults clear fault_2`;
