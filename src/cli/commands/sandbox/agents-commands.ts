import { ProblemError, quote } from '../../../contract/rules/rule.ts';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import type { FromSchema } from '../../../contract/schema/schema.ts';
import { adminOperations, sandboxAgent } from '../../../hosting/admin-api.ts';
import type { CommandContext } from '../../context.ts';
import { whereOption } from '../../filter/filter-options.ts';
import { chosenOf } from '../../filter/record-filter.ts';
import { rowsOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { printList } from '../../output/print-list.ts';
import { showDone } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, toggle } from '../../parser/options.ts';
import { hinted, parsed } from '../../parser/value-types.ts';
import { type Asked, askSandbox, withSandbox } from './ask-sandbox.ts';
import { whatIsMeant } from './sandbox-target.ts';

const sessionId = argument(
  '<session-id>',
  'id of its tunnel session, ts_…',
  hinted({ source: 'tunnel_sessions' }),
);

/** `tunnelctl sandbox agents list`. */
const list = defineCommand({
  description:
    'List the agents that seem to be connected to the sandbox, newest first, with what tunnel-sessions does not ' +
    'show: whether one is restarting or updating, and the version that it is offered.\n\n' +
    whatIsMeant,
  options: { where: whereOption(sandboxAgent), ...rowsOptions },
  prints: sandboxAgent,
  examples: [
    { command: 'tunnelctl sandbox agents list' },
    {
      summary: 'Those that an update waits for',
      command: 'tunnelctl sandbox agents list --where offered_version~. -o id',
    },
  ],
  async run({ where, ...choices }, context) {
    const plan = await planOutput(sandboxAgent, choices, context);
    const { agents } = (await ask(context, adminOperations.listAgents)) as { agents: Agent[] };
    await printList(plan, chosenOf(agents, where, sandboxAgent, 'agents'), context);
  },
});

/** `tunnelctl sandbox agents disconnect`. */
const disconnect = defineCommand({
  description:
    'Disconnect a simulated agent, as if it had ended: its tunnel session goes, and with it its tunnels and their ' +
    'endpoints. A service that has the data file open shows it at once.\n\n' +
    whatIsMeant,
  arguments: { id: sessionId },
  examples: [
    {
      summary: 'All of them',
      command: 'tunnelctl sandbox agents list -o id | xargs -n 1 tunnelctl sandbox agents disconnect',
    },
  ],
  async run({ id }, context) {
    await ask(context, adminOperations.disconnectAgent, { id });
    await showDone({ disconnected: id }, context, () =>
      context.printer.notice(`disconnected: ${sanitizeLine(id)}`),
    );
  },
});

/** `tunnelctl sandbox agents offer-update`. */
const offerUpdate = defineCommand({
  description:
    'Offer another version to a simulated agent: tunnel-sessions update then makes it update, if the version ' +
    'is newer and of the same major version.\n\n' +
    whatIsMeant,
  arguments: {
    id: sessionId,
    version: argument('<version>', 'version that it can get, such as 3.10.0', parsed(readVersion)),
  },
  options: {
    refuseUpdates: toggle(
      '--refuse-updates',
      'its configuration forbids it to look; without this it allows it',
    ),
  },
  examples: [
    {
      command:
        'tunnelctl sandbox agents offer-update ts_3KvEN5WQfoQCEJCIj7GTbbOGmhj 3.21.0\n' +
        'tunnelctl tunnel-sessions update ts_3KvEN5WQfoQCEJCIj7GTbbOGmhj --restart',
    },
  ],
  async run({ id, version, refuseUpdates }, context) {
    const body = { offered_version: version, refuses_updates: refuseUpdates };
    const agent = (await ask(context, adminOperations.offerUpdate, { id, body })) as Agent;
    const what = refuseUpdates ? `${version}, which it refuses` : version;
    const offered = `offered: ${sanitizeLine(id)} runs ${sanitizeLine(agent.agent_version)} and can get ${what}`;
    await showDone({ ...agent }, context, () => context.printer.notice(offered));
  },
});

type Agent = FromSchema<typeof sandboxAgent>;

function ask(context: CommandContext, operation: Operation, asked: Omit<Asked, 'lacks'> = {}) {
  return withSandbox(context, { mustExist: true }, (client) =>
    askSandbox(client, operation, { ...asked, lacks: 'it has no simulated agents' }),
  );
}

export const commands = { list, disconnect, 'offer-update': offerUpdate };

function readVersion(given: string): string {
  if (/^\d+(\.\d+){1,3}([-+][\w.+-]+)?$/.test(given)) return given;
  throw new ProblemError(`${quote(given)} is not a version; write one such as 3.10.0`);
}
