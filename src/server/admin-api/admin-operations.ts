import { abuseReports } from '../../contract/resources/abuse-reports.ts';
import { tunnelSessions } from '../../contract/resources/tunnel-sessions.ts';
import type { Operation } from '../../contract/schema/resource.ts';
import { bodySchema, type ObjectSchema, wholeObject } from '../../contract/schema/schema.ts';
import {
  sandboxAccount,
  sandboxAgent,
  sandboxEvent,
  sandboxFault,
  sandboxRequest,
  seedReport,
} from './admin-records.ts';

// What can be asked of a sandbox beside the API, below `/sandbox/v1`: one description for those who ask and for
// the service. Its answers may have more members than a client knows.

const text = { type: 'string' } as const satisfies ObjectSchema;
const number = { type: 'integer' } as const satisfies ObjectSchema;

/** An object with these members, and perhaps others. */
function answer(properties: Readonly<Record<string, ObjectSchema>>): ObjectSchema {
  return { type: 'object', required: Object.keys(properties), properties };
}

function listOf(items: ObjectSchema): ObjectSchema {
  return { type: 'array', items };
}

const feed = { last: number, ended: { type: 'boolean' } } as const;
const faults = answer({ faults: listOf(sandboxFault), seed: number });

/** What an abuse report's hostnames can become. */
export const outcomes = ['BANNED', 'UNBANNED', 'IGNORE'] as const;

const plain = { status: 200, examples: [] } as const;

export const adminOperations = {
  listEvents: {
    ...plain,
    method: 'GET',
    path: '/sandbox/v1/events',
    summary: 'List events',
    returns: answer({ events: listOf(sandboxEvent), ...feed }),
  },
  listRequests: {
    ...plain,
    method: 'GET',
    path: '/sandbox/v1/requests',
    summary: 'List requests',
    returns: answer({ requests: listOf(sandboxRequest), ...feed }),
  },
  listFaults: {
    ...plain,
    method: 'GET',
    path: '/sandbox/v1/faults',
    summary: 'List faults',
    returns: faults,
  },
  addFaults: {
    ...plain,
    method: 'POST',
    path: '/sandbox/v1/faults',
    summary: 'Add faults',
    body: bodySchema(['faults'], { faults: { type: 'array', minItems: 1, maxItems: 100, items: text } }),
    returns: faults,
  },
  clearFaults: {
    ...plain,
    method: 'DELETE',
    path: '/sandbox/v1/faults',
    summary: 'End faults',
    returns: faults,
  },
  listAgents: {
    ...plain,
    method: 'GET',
    path: '/sandbox/v1/agents',
    summary: 'List simulated agents',
    returns: answer({ agents: listOf(sandboxAgent) }),
  },
  connectAgent: {
    ...plain,
    method: 'POST',
    path: '/sandbox/v1/agents',
    summary: 'Connect a simulated agent',
    // An agent as a seed has one, but for its ids and times: the account judges it.
    body: { type: 'object', additionalProperties: {} },
    returns: tunnelSessions.record,
  },
  offerUpdate: {
    ...plain,
    method: 'PATCH',
    path: '/sandbox/v1/agents/{id}',
    summary: 'Offer another version to a simulated agent',
    body: bodySchema(['offered_version'], {
      offered_version: { ...text, minLength: 1, 'x-max-bytes': 255 },
      refuses_updates: { type: 'boolean', default: false },
    }),
    returns: sandboxAgent,
  },
  disconnectAgent: {
    ...plain,
    method: 'DELETE',
    path: '/sandbox/v1/agents/{id}',
    summary: 'Disconnect a simulated agent',
    returns: answer({ disconnected: text }),
  },
  processAbuseReport: {
    ...plain,
    method: 'PATCH',
    path: '/sandbox/v1/abuse_reports/{id}',
    summary: 'Decide on hostnames of an abuse report',
    body: bodySchema(['outcome'], {
      outcome: { type: 'string', enum: outcomes },
      hostnames: { type: 'array', minItems: 1, maxItems: 100, items: text },
    }),
    returns: abuseReports.record,
  },
  showAccount: {
    ...plain,
    method: 'GET',
    path: '/sandbox/v1/account',
    summary: 'Show the account as a whole',
    returns: sandboxAccount,
  },
  listUnlistedIds: {
    ...plain,
    method: 'GET',
    path: '/sandbox/v1/ids',
    summary: 'List the ids of a collection that no operation lists',
    returns: answer({ ids: listOf(answer({ id: text, description: text })) }),
  },
  seed: {
    ...plain,
    method: 'POST',
    path: '/sandbox/v1/seeds',
    summary: 'Put the objects of a seed into the account',
    // A name alone is a seed that is built in.
    body: bodySchema(['name'], { name: { ...text, 'x-max-bytes': 4096 }, text }),
    returns: wholeObject({ applied: { type: 'boolean' }, report: seedReport }, ['report']),
  },
} as const satisfies Readonly<Record<string, Operation>>;
