import { setImmediate as turn } from 'node:timers/promises';
import { resources } from '../../contract/index.ts';
import { recordingStore } from '../events/event-log.ts';
import { absoluteUris } from '../records/absolute-uris.ts';
import type { Service } from '../records/operation-context.ts';
import { notFound, RequestError } from '../records/request-error.ts';
import { isOnline, updateState } from '../resources/agents/agent-state.ts';
import {
  endSession,
  type TunnelSession,
  tunnelSessionCollection,
} from '../resources/agents/tunnel-sessions.ts';
import { tunnelCollection } from '../resources/agents/tunnels.ts';
import { addAgent, type NewAgent } from './new-agent.ts';

/** An agent as its owner sees it. */
interface AgentView {
  /** The id of its session. */
  readonly id: string;
  readonly os: string;
  readonly agent_version: string;
  readonly transport: string;
  readonly state: 'online' | 'restarting' | 'updating' | 'updated';
  readonly offered_version: string | null;
  readonly refuses_updates: boolean;
  readonly tunnels: number;
}

/** Brings simulated agents on and off line. Each change is one transaction, and recorded as an event. */
export interface SimulatedAgents {
  list(): Promise<AgentView[]>;
  /** Answers with the new session. Throws an AgentRefusal. */
  connect(agent: NewAgent): Promise<TunnelSession>;
  /** Ends a session as the agent itself would, with all that it brought. Throws a RequestError. */
  disconnect(sessionId: string): Promise<void>;
  /** From now on the agent can get this version, unless its configuration refuses. Throws a RequestError. */
  offerUpdate(sessionId: string, version: string, refusesUpdates: boolean): Promise<AgentView>;
}

/** @param baseUrl what URIs of answered records start with */
export function simulatedAgents({ vault, now, ...service }: Service, baseUrl: string): SimulatedAgents {
  // Nobody's doing: agents come and go by themselves.
  const store = recordingStore(service.store, null, now);

  async function read(id: string) {
    const row = await tunnelSessionCollection.read(store, id);
    if (!row) throw notFound('tunnel session', id);
    return row;
  }

  async function viewOf({ record, hidden }: Awaited<ReturnType<typeof read>>): Promise<AgentView> {
    const { id, os, agent_version, transport } = record;
    const state = { none: 'online', 'under way': 'updating', done: 'updated' } as const;
    return {
      id,
      os,
      agent_version,
      transport,
      state: isOnline({ hidden }, now()) ? state[updateState(hidden, now())] : 'restarting',
      offered_version: hidden.offeredVersion ?? null,
      refuses_updates: hidden.refusesUpdates === true,
      tunnels: (await store.find(tunnelCollection.name, 'session', id)).length,
    };
  }

  return {
    async list() {
      const agents: AgentView[] = [];
      let before: string | undefined;
      for (;;) {
        const rows = await store.list(tunnelSessionCollection.name, { before, limit: 100 });
        for (const { id } of rows) agents.push(await viewOf(await read(id)));
        // All of it could come from memory, and nobody else have a turn.
        await turn();
        before = rows.at(-1)?.id;
        if (before === undefined) return agents;
      }
    },
    async connect(agent) {
      const id = await store.write((transaction) => addAgent({ store, vault, now }, transaction, agent));
      return absoluteUris(resources.tunnelSessions.record, (await read(id)).record, baseUrl) as TunnelSession;
    },
    async disconnect(id) {
      await store.write(async (transaction) => {
        const { record } = await tunnelSessionCollection.get(transaction, id, now());
        await endSession(transaction, record);
      });
    },
    async offerUpdate(id, version, refusesUpdates) {
      await store.write(async (transaction) => {
        const row = await tunnelSessionCollection.read(transaction, id);
        if (!row) throw notFound('tunnel session', id);
        const { record, hidden } = row;
        if (record.transport === 'ssh') throw new RequestError('ERR_SESSION_OVER_SSH');
        await tunnelSessionCollection.replaceHidden(transaction, {
          record,
          hidden: { ...hidden, offeredVersion: version, refusesUpdates },
        });
      });
      return viewOf(await read(id));
    },
  };
}
