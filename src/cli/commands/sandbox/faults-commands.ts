import { ApiError } from '../../../client/errors.ts';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import { adminOperations, sandboxFault } from '../../../hosting/admin-api.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors/cli-error.ts';
import { rowsOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { printItems, showDone } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { restArguments } from '../../parser/options.ts';
import { text } from '../../parser/value-types.ts';
import { type Asked, askSandbox, withSandbox } from './ask-sandbox.ts';
import { requireService } from './sandbox-target.ts';

/** `tunnelctl sandbox faults list`. */
const list = defineCommand({
  description:
    'List the faults that a running tunnelctl serve makes on purpose, how many requests each was meant for, and how ' +
    'many it disturbed.\n\n' +
    'Asks the service that --base-url, a profile or the environment names, with the API key of an admin.',
  options: rowsOptions,
  prints: sandboxFault,
  examples: [
    { command: 'tunnelctl sandbox faults list' },
    {
      summary: 'How often something went wrong',
      command: "tunnelctl sandbox faults list --query 'sum([].disturbed)'",
    },
  ],
  async run(choices, context) {
    const plan = await planOutput(sandboxFault, choices, context);
    const { faults } = await callFaults(adminOperations.listFaults, context);
    await printItems(plan, faults, context, 'faults');
  },
});

/** `tunnelctl sandbox faults add`. */
const add = defineCommand({
  description:
    'Let requests to a running tunnelctl serve meet faults. A fault is written as parts between commas: which ' +
    'requests it means, what happens to them, and how often. Without operation, method and path it means every ' +
    'operation; what the sandbox offers besides the API is never disturbed.\n\n' +
    'Several faults may meet one request: their latencies add up, and the first status counts.',
  arguments: {
    faults: restArguments('<fault...>', 'parts as NAME=VALUE, separated by commas', text),
  },
  notes: `
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
`,
  examples: [
    {
      summary: 'Every fifth creation fails, and can be repeated',
      command: 'tunnelctl sandbox faults add operation=endpoints.create,status=503,rate=0.2',
    },
    {
      summary: 'The next answer to a deletion is lost, and everything is slow',
      command: 'tunnelctl sandbox faults add method=DELETE,drop=after,count=1 latency=100ms-2s',
    },
  ],
  async run({ faults }, context) {
    const answer = await callFaults(adminOperations.addFaults, context, { body: { faults } });
    await showDone({ added: answer.faults, seed: answer.seed }, context, async () => {
      for (const { id, fault } of answer.faults) {
        await context.printer.notice(`added: ${id} ${sanitizeLine(fault)}`);
      }
    });
  },
});

/** `tunnelctl sandbox faults clear`. */
const clear = defineCommand({
  description: 'End faults of a running tunnelctl serve: those that are named, or all.',
  arguments: { ids: restArguments('[fault-id...]', 'ids as sandbox faults list shows them', text) },
  examples: [
    { command: 'tunnelctl sandbox faults clear' },
    { command: 'tunnelctl sandbox faults clear fault_2' },
  ],
  async run({ ids }, context) {
    const query = new URLSearchParams(ids.length === 0 ? {} : { ids: ids.join(',') });
    const { faults } = await callFaults(adminOperations.clearFaults, context, { query });
    await showDone({ cleared: faults }, context, async () => {
      for (const { id, disturbed } of faults) {
        const requests = `${disturbed} ${disturbed === 1 ? 'request' : 'requests'}`;
        await context.printer.notice(`cleared: ${sanitizeLine(id)}, which disturbed ${requests}`);
      }
      if (faults.length === 0) await context.printer.notice('there were no faults');
    });
  },
});

export const commands = { list, add, clear };

/** What a service answers about its faults. */
interface FaultsAnswer {
  readonly faults: readonly { id: string; fault: string; matched: number; disturbed: number }[];
  /** Repeats the run, as `serve --fault-seed`. */
  readonly seed: number;
}

/** Asks a running service about its faults, or changes them. Throws as `askSandbox`. */
async function callFaults(
  operation: Operation,
  context: CommandContext,
  asked: Omit<Asked, 'lacks'> = {},
): Promise<FaultsAnswer> {
  const service = requireService(context, 'only a running service makes faults, and a data file has none');
  try {
    const answer = await withSandbox(service, { mustExist: true }, (client) =>
      askSandbox(client, operation, { ...asked, lacks: 'it makes no faults' }),
    );
    return answer as FaultsAnswer;
  } catch (error) {
    throw error instanceof ApiError && error.field === 'faults' ? usageError(error.message) : error;
  }
}
