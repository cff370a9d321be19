import { eventTypes } from '../../../contract/events/event-types.ts';
import { quote } from '../../../contract/rules/rule.ts';
import { adminOperations, sandboxEvent, sandboxRequest } from '../../../hosting/admin-api.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { repeatable, type ValueType } from '../../parser/options.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import type { Feed } from './feed.ts';
import { feedOptions, runFeed } from './run-feed.ts';

const someId = 'x'.repeat(27);

const eventFeed: Feed = {
  name: 'events',
  item: sandboxEvent,
  operation: adminOperations.listEvents,
  columns: ['event_timestamp', 'event_type', 'object.id', 'principal.subject', 'destinations'],
  sample: {
    event_timestamp: '2026-11-21T08:00:00Z',
    event_type: 'ssh_user_certificate_created.v0',
    object: { id: `sucrt_${someId}` },
    principal: { subject: 'build server' },
    destinations: [{ id: `ed_${someId}`, uri: '' }],
  },
  needsService: false,
};

/** Types separated by commas, each whole or its beginning with a star. */
const typeNames: ValueType<string[]> = {
  hint: { list: 'event_types', isCommaSeparated: true },
  read: (given, flag) => given.split(',').map((type) => checkType(type, flag)),
};

/** `tunnelctl sandbox events`. */
const events = defineCommand({
  description:
    'Show what changed in the account of a sandbox, oldest first, and which event destinations hear of it: those ' +
    'whose event subscription has the type among its sources.\n\n' +
    'Asks the service that --base-url, a profile or the environment names; with --sandbox, --data or nothing set ' +
    'up it reads the data file. Each event is recorded together with its change; the last 10,000 are kept.',
  options: {
    types: repeatable(
      '--type <types>',
      'only events of these types, separated by commas; endpoint_* for all of a kind',
      typeNames,
    ),
    ...feedOptions(10_000),
  },
  prints: sandboxEvent,
  examples: [
    { summary: 'What happened last', command: 'tunnelctl sandbox events --limit 20' },
    {
      summary: 'Every change of an endpoint from now on, for a program',
      command: "tunnelctl sandbox events --follow --type 'endpoint_*' -o jsonl",
    },
  ],
  async run({ types, ...choices }, context) {
    const filter = types.length === 0 ? {} : { types: types.flat().join(',') };
    await runFeed(eventFeed, choices, filter, context);
  },
});

const requestFeed: Feed = {
  name: 'requests',
  item: sandboxRequest,
  operation: adminOperations.listRequests,
  columns: ['time', 'status', 'duration_ms', 'method', 'path', 'operation', 'error_code'],
  sample: {
    time: '2026-11-21T08:00:00.000Z',
    status: 200,
    duration_ms: 1234.56,
    method: 'DELETE',
    path: `/ssh_user_certificates/sucrt_${someId}`,
    operation: 'ssh-user-certificates.delete',
    error_code: 'ERR_INVALID_FIELD',
  },
  needsService: true,
};

/** `tunnelctl sandbox requests`. */
const requests = defineCommand({
  description:
    'Show the requests that a running tunnelctl serve answered, oldest first: the last 1,000 since it was started. ' +
    'Nothing of their headers, queries and bodies is kept.\n\n' +
    'Asks the service that --base-url, a profile or the environment names, with the API key of an admin.',
  options: feedOptions(1_000),
  prints: sandboxRequest,
  examples: [
    { command: 'tunnelctl sandbox requests --limit 20' },
    { summary: 'Watch a pipeline at work', command: 'tunnelctl sandbox requests --follow' },
    {
      summary: 'What failed, for a program',
      command: "tunnelctl sandbox requests -o jsonl | jq -c 'select(.status >= 400)'",
    },
  ],
  run: (choices, context) => runFeed(requestFeed, choices, {}, context),
});

export const commands = { events, requests };

/** A type that nothing records would be waited for in vain. */
function checkType(type: string, flag: string): string {
  const isKnown = type.endsWith('*')
    ? eventTypes.some((known) => known.startsWith(type.slice(0, -1)))
    : eventTypes.includes(type);
  if (isKnown) return type;
  const problem = `${quote(type)} is not an event type that the sandbox records${didYouMean(type, eventTypes)}`;
  throw fieldError(flag, problem, { hint: `event types: ${eventTypes.join(', ')}` });
}
