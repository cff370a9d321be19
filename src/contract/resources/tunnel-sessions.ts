import { demoIds } from '../examples/demo-ids.ts';
import { command, get, list } from '../schema/operations.ts';
import { defineResource } from '../schema/resource.ts';
import { type ObjectSchema, recordSchema } from '../schema/schema.ts';
import * as members from './members.ts';

const text = { type: 'string' } as const satisfies ObjectSchema;

const tunnelSession = recordSchema('TunnelSession', {
  agent_version: { ...text, description: 'version of the agent' },
  credential: { ...members.ref, description: 'tunnel credential or SSH credential that started it' },
  id: members.id,
  ip: { ...text, description: "the agent's source address" },
  metadata: { ...text, description: "metadata from the agent's configuration" },
  os: { ...text, description: "the agent's operating system" },
  region: { ...text, description: 'region that the agent is connected to' },
  started_at: { ...text, format: 'date-time', description: 'when it came online' },
  transport: { ...text, description: 'protocol between agent and service: <vendor>/2, or ssh' },
  uri: members.uri,
});

/** Online agents and the commands to them (contract/README.md "Tunnel sessions and tunnels"). */
export const tunnelSessions = defineResource({
  name: 'tunnel-sessions',
  idPrefix: 'ts',
  summary: 'Agents that are online now, and commands to them',
  eventKind: 'tunnel_session',
  record: tunnelSession,
  columns: ['id', 'os', 'agent_version', 'ip', 'region', 'transport', 'started_at'],
  parameters: { id: { description: 'id of the tunnel session', refersTo: 'tunnel_sessions' } },
  operations: {
    list: list('/tunnel_sessions', 'tunnel_sessions', tunnelSession, {
      summary: 'List tunnel sessions that are online',
      examples: [{ summary: 'List all online sessions, newest first' }],
    }),
    get: get('/tunnel_sessions/{id}', tunnelSession, {
      summary: 'Show a tunnel session',
      examples: [{ summary: 'Show one session', params: { id: demoIds.tunnelSessions.linux } }],
    }),
    restart: command('/tunnel_sessions/{id}/restart', {
      summary: 'Restart the agent of a session',
      description:
        'The agent reconnects within seconds, with a new session id and new ids for its tunnels and endpoints. ' +
        'Agents on Windows cannot restart themselves.',
      errors: ['ERR_RESTART_UNSUPPORTED', 'ERR_SESSION_OVER_SSH', 'ERR_UPDATE_UNDER_WAY'],
      examples: [{ summary: 'Restart one agent', params: { id: demoIds.tunnelSessions.linux } }],
    }),
    stop: command('/tunnel_sessions/{id}/stop', {
      summary: 'Stop the agent of a session',
      description: 'The agent exits; its tunnels and endpoints go with it.',
      destructive: true,
      examples: [{ summary: 'Stop one agent', params: { id: demoIds.tunnelSessions.ssh } }],
    }),
    update: command('/tunnel_sessions/{id}/update', {
      summary: 'Update the agent of a session',
      description:
        'Wait at least 10 seconds, then restart the agent to run the new version. ' +
        'An update never crosses a major version.',
      errors: [
        'ERR_SESSION_OVER_SSH',
        'ERR_NO_UPDATE_AVAILABLE',
        'ERR_UPDATE_CHECKS_DISABLED',
        'ERR_UPDATE_UNDER_WAY',
        'ERR_UPDATED_NOT_RESTARTED',
      ],
      examples: [{ summary: 'Update one agent', params: { id: demoIds.tunnelSessions.linux } }],
    }),
  },
});

/** Whether the agent of a session can start itself again: not on Windows (contract/README.md "Agents"). */
export function canRestart({ os }: { readonly os: string }): boolean {
  return !/windows/i.test(os);
}
