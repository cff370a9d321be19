import { type Command, Option } from 'commander';
import { resources } from '../../../../contract/index.ts';
import { quote } from '../../../../contract/rules/rule.ts';
import type { NewAgent } from '../../../../hosting/index.ts';
import type { CommandContext } from '../../../context.ts';
import { UsageError } from '../../../errors/usage-error.ts';
import { planOutput } from '../../../output/output-plan.ts';
import { readGlobalOptions } from '../../../parser/global-options.ts';
import { withAccountFile } from '../account-file.ts';
import { tellingAgentErrors } from './agents-errors.ts';

interface Given {
  readonly os: string;
  readonly agentVersion: string;
  readonly transport?: string;
  readonly url: readonly string[];
  readonly label: readonly string[];
  readonly forwardsTo?: string;
  readonly metadata?: string;
  readonly credential?: string;
  readonly ip: string;
  readonly region?: string;
  readonly offersUpdate?: string;
  readonly refuseUpdates?: true;
}

const systems = ['linux', 'darwin', 'windows'];

/** `tunnelctl sandbox agents connect`. */
export function define(command: Command, context: CommandContext): void {
  const several = (value: string, before: readonly string[]) => [...before, value];
  command
    .description(
      'Bring a simulated agent on line, with a tunnel for each URL and one for the labels, and print its tunnel session. ' +
        'It works on the data file in one step; a service that has the file open shows it at once, and records ' +
        'tunnel_session_started.v0.',
    )
    .addOption(
      new Option('--os <name>', 'operating system that it runs on').choices(systems).default('linux'),
    )
    .option('--agent-version <version>', 'version of the agent', '3.9.1')
    .option('--transport <name>', '<vendor>/2, or ssh for a session through the SSH gateway')
    .option('--url <url>', 'open a tunnel that serves this URL; may be repeated', several, [])
    .option('--label <key=value>', 'open a tunnel with this label; may be repeated', several, [])
    .option(
      '--forwards-to <address>',
      'URL or network address that its tunnels forward to (default: http://localhost:80)',
    )
    .option('--metadata <text>', 'metadata of the session and of what it opens')
    .option(
      '--credential <id>',
      'tunnel credential, or SSH credential; the newest one when not given, and a tunnel credential is made if there is none',
    )
    .option('--ip <address>', 'address that it connects from', '203.0.113.7')
    .option('--region <name>', 'region that it is connected to (default: us)')
    .option('--offers-update <version>', 'newest version that it can get')
    .option('--refuse-updates', 'its configuration forbids it to look for updates')
    .addHelpText('after', examples)
    .action(async () => {
      const agent = readAgent(command.opts());
      const options = readGlobalOptions(command);
      const plan = await planOutput(resources.tunnelSessions.record, {}, options, context.streams);
      const session = await withAccountFile(options, context.streams, false, ({ account }) =>
        tellingAgentErrors(() => account.agents.connect(agent)),
      );
      const { printRecord } = await import('../../../output/print-record.ts');
      await printRecord(plan, session, context);
    });
}

const examples = `
Examples:
  # A Mac with a public URL
  tunnelctl sandbox agents connect --os darwin --url https://mac.example.com --forwards-to http://localhost:3000

  # An agent that an update waits for, and the id of its session
  id=$(tunnelctl sandbox agents connect --agent-version 3.9.1 --offers-update 3.10.0 -o id)`;

function readAgent(given: Given): NewAgent {
  const { url, label, forwardsTo, transport, metadata, credential, region, offersUpdate } = given;
  const labels = readLabels(label);
  if (forwardsTo !== undefined && url.length === 0 && labels === undefined) {
    throw new UsageError('--forwards-to is said of a tunnel; add --url or --label');
  }
  if (transport !== undefined && !/^([a-z][a-z0-9-]*\/2|ssh)$/.test(transport)) {
    throw new UsageError(`--transport ${quote(transport)} is not a transport; write <vendor>/2 or ssh`);
  }
  const forwards_to = forwardsTo ?? 'http://localhost:80';
  return {
    os: given.os,
    agent_version: given.agentVersion,
    ip: given.ip,
    ...(transport !== undefined && { transport }),
    ...(metadata !== undefined && { metadata }),
    ...(credential !== undefined && { credential_id: credential }),
    ...(region !== undefined && { region }),
    ...(offersUpdate !== undefined && { offers_update: offersUpdate }),
    ...(given.refuseUpdates && { refuses_updates: true }),
    tunnels: [
      ...url.map((one) => ({ url: one, forwards_to })),
      ...(labels === undefined ? [] : [{ labels, forwards_to }]),
    ],
  };
}

function readLabels(texts: readonly string[]): Record<string, string> | undefined {
  const labels = new Map<string, string>();
  for (const text of texts) {
    const end = text.indexOf('=');
    if (end < 1) throw new UsageError(`--label ${quote(text)} is not a label; write KEY=VALUE`);
    const key = text.slice(0, end);
    if (labels.has(key)) throw new UsageError(`--label ${quote(key)} is given twice`);
    labels.set(key, text.slice(end + 1));
  }
  return labels.size === 0 ? undefined : Object.fromEntries(labels);
}
