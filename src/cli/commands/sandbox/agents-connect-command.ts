import { ApiError } from '../../../client/errors.ts';
import { resources } from '../../../contract/index.ts';
import { ProblemError, quote } from '../../../contract/rules/rule.ts';
import type { NewAgent } from '../../../hosting/account-file.ts';
import { adminOperations } from '../../../hosting/admin-api.ts';
import { type CliError, fieldError, usageError } from '../../errors/cli-error.ts';
import { recordOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import {
  type OptionDefinitions,
  option,
  optionName,
  repeatable,
  toggle,
  type ValuesOf,
} from '../../parser/options.ts';
import { choice, hinted, parsed, text } from '../../parser/value-types.ts';
import { askSandbox, withSandbox } from './ask-sandbox.ts';
import { whatIsMeant } from './sandbox-target.ts';

/** By the members of the agent, and of its tunnels, that they give. */
const options = {
  os: option('--os <name>', 'operating system that it runs on', choice(['linux', 'darwin', 'windows']), {
    default: 'linux',
  }),
  agent_version: option('--agent-version <version>', 'version of the agent', text, { default: '3.9.1' }),
  transport: option(
    '--transport <name>',
    '<vendor>/2, or ssh for a session through the SSH gateway',
    parsed(readTransport),
  ),
  url: repeatable('--url <url>', 'open a tunnel that serves this URL', text),
  labels: repeatable('--label <key=value>', 'open a tunnel with this label', parsed(readLabel)),
  forwards_to: option('--forwards-to <address>', 'URL or network address that its tunnels forward to', text, {
    fallback: 'http://localhost:80',
  }),
  metadata: option('--metadata <text>', 'metadata of the session and of what it opens', text),
  credential_id: option(
    '--credential <id>',
    'tunnel credential, or SSH credential; the newest one when not given, and a tunnel credential is made if there is none',
    hinted({ source: 'credentials' }),
  ),
  ip: option('--ip <address>', 'address that it connects from', text, { default: '203.0.113.7' }),
  region: option('--region <name>', 'region that it is connected to', text, { fallback: 'us' }),
  offers_update: option('--offers-update <version>', 'newest version that it can get', text),
  refuses_updates: toggle('--refuse-updates', 'its configuration forbids it to look for updates'),
} as const satisfies OptionDefinitions;

/** What the service refuses of an agent, with the flag in the place of the member. */
function nameFlag(error: ApiError): CliError {
  const { message, field = '' } = error;
  const definition = (options as OptionDefinitions)[field];
  if (definition === undefined) return usageError(message);
  const flag = optionName(definition);
  const start = message.startsWith(field) ? field.length : 0;
  return usageError(start === 0 ? `${flag} ${message}` : flag + message.slice(start), { field: flag });
}

/** `tunnelctl sandbox agents connect`. */
export const command = defineCommand({
  description:
    'Connect a simulated agent, with a tunnel for each URL and one for the labels, and print its tunnel session. ' +
    'It happens in one step, and is recorded as tunnel_session_started.v0.\n\n' +
    whatIsMeant,
  options: { ...options, ...recordOptions },
  prints: resources.tunnelSessions.record,
  examples: [
    {
      summary: 'A Mac with a public URL',
      command:
        'tunnelctl sandbox agents connect --os darwin --url https://mac.example.com --forwards-to http://localhost:3000',
    },
    {
      summary: 'An agent that an update waits for, and the id of its session',
      command: 'id=$(tunnelctl sandbox agents connect --agent-version 3.9.1 --offers-update 3.10.0 -o id)',
    },
  ],
  async run(given, context) {
    const agent = newAgent(given);
    const plan = await planOutput(resources.tunnelSessions.record, given, context);
    const session = await withSandbox(context, { mustExist: false }, (client) =>
      askSandbox(client, adminOperations.connectAgent, { body: agent, lacks: 'it has no simulated agents' }),
    ).catch((error: unknown) => {
      throw error instanceof ApiError && error.field !== undefined ? nameFlag(error) : error;
    });
    const { printRecord } = await import('../../output/print-record.ts');
    await printRecord(plan, session, context);
  },
});

function newAgent(given: ValuesOf<typeof options>): NewAgent {
  const { url, labels, forwards_to: address, os, agent_version, ip, refuses_updates, ...others } = given;
  if (address !== undefined && url.length === 0 && labels.length === 0) {
    throw fieldError('--forwards-to', 'belongs to a tunnel; add --url or --label');
  }
  const forwards_to = address ?? 'http://localhost:80';
  return {
    // Beside them stands what was chosen about the output.
    ...Object.fromEntries(
      Object.entries(others).filter(([name, value]) => Object.hasOwn(options, name) && value !== undefined),
    ),
    os,
    agent_version,
    ip,
    ...(refuses_updates && { refuses_updates }),
    tunnels: [
      ...url.map((one) => ({ url: one, forwards_to })),
      ...(labels.length === 0 ? [] : [{ labels: labelsOf(labels), forwards_to }]),
    ],
  };
}

function labelsOf(given: readonly (readonly [key: string, value: string])[]): Record<string, string> {
  const labels = new Map<string, string>();
  for (const [key, value] of given) {
    if (labels.has(key)) throw fieldError('--label', `${quote(key)} is given twice`);
    labels.set(key, value);
  }
  return Object.fromEntries(labels);
}

function readLabel(given: string): readonly [key: string, value: string] {
  const end = given.indexOf('=');
  if (end < 1) throw new ProblemError(`${quote(given)} is not a label; write KEY=VALUE`);
  return [given.slice(0, end), given.slice(end + 1)];
}

function readTransport(given: string): string {
  if (/^([a-z][a-z0-9-]*\/2|ssh)$/.test(given)) return given;
  throw new ProblemError(`${quote(given)} is not a transport; write <vendor>/2 or ssh`);
}
