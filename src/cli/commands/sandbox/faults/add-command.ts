import type { Command } from 'commander';
import type { CommandContext } from '../../../context.ts';
import { sanitizeLine } from '../../../output/sanitize.ts';
import { showDone } from '../../../output/show.ts';
import { callFaults } from './call-faults.ts';

/** `tunnelctl sandbox faults add`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Let requests to a running tunnelctl serve meet faults. A fault is written as parts between commas: which ' +
        'requests it means, what happens to them, and how often. Without operation, method and path it means every ' +
        'operation; what the sandbox offers besides the API is never disturbed.\n\n' +
        'Several faults may meet one request: their latencies add up, and the first status counts.',
    )
    .argument('<fault...>', 'parts as NAME=VALUE, separated by commas')
    .addHelpText('after', parts)
    .action(async (faults: string[]) => {
      const { answer, options } = await callFaults({ method: 'POST', body: { faults } }, command, context);
      await showDone({ added: answer.faults, seed: answer.seed }, options, context, async () => {
        for (const { id, fault } of answer.faults) {
          await context.printer.notice(`added: ${id} ${sanitizeLine(fault)}`);
        }
      });
    });
}

const parts = `
Parts:
  operation=NAME       an operation of the API, such as endpoints.create; endpoints.* means all of a resource
  method=METHOD        GET, POST, PUT, PATCH or DELETE
  path=PATH            as it is sent or as the API writes it, such as /endpoints/{id}; may end in *
  status=NUMBER        answer this: 400, 401, 403, 404, 429, 500, 503 as the service would, 502, 504 as a gateway
  retry-after=SECONDS  what 429 and 503 say (default: 1)
  latency=TIME         wait first: 200ms, 2s, or a range such as 100ms-2s
  drop=before|after    break the connection: before anything is done, or once it is done and nothing is answered
  stall=body           stop in the middle of the answer's body
  rate=SHARE           share of the requests, from 0 to 1 (default: 1)
  count=NUMBER         end after so many requests

Examples:
  # Every fifth creation fails, and can be repeated
  tunnelctl sandbox faults add operation=endpoints.create,status=503,rate=0.2

  # The next answer to a deletion is lost, and everything is slow
  tunnelctl sandbox faults add method=DELETE,drop=after,count=1 latency=100ms-2s`;
