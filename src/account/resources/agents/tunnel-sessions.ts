import { resources } from '../../../contract/index.ts';
import { canRestart } from '../../../contract/resources/tunnel-sessions.ts';
import { formatTimestamp } from '../../../contract/rules/time.ts';
import type { FromSchema } from '../../../contract/schema/schema.ts';
import type { Transaction } from '../../../store/store.ts';
import { collectionOf, type Stored } from '../../records/collection.ts';
import {
  newId,
  type OperationContext,
  param,
  type RecordingTransaction,
} from '../../records/operation-context.ts';
import { refTo } from '../../records/references.ts';
import { RequestError } from '../../records/request-error.ts';
import { defineRules } from '../../rules/resource-rules.ts';
import { endpointCollection, sessionIndex } from '../endpoints.ts';
import { type AgentState, isOnline, isUpdate, reconnectDuration, updateState } from './agent-state.ts';
import { tunnelCollection } from './tunnels.ts';

export type TunnelSession = FromSchema<typeof resources.tunnelSessions.record>;
type Session = Stored<TunnelSession, AgentState>;

/** Online agents. */
export const tunnelSessionCollection = collectionOf<typeof resources.tunnelSessions, AgentState>(
  resources.tunnelSessions,
  { isVisible: isOnline },
);

/** contract/README.md "Tunnel sessions and tunnels". */
export const tunnelSessionRules = defineRules(resources.tunnelSessions, {
  collection: tunnelSessionCollection,
  handlers: {
    restart: command(async (transaction, context, session) => {
      refuseSsh(session);
      if (!canRestart(session.record)) throw new RequestError('ERR_RESTART_UNSUPPORTED');
      if (updateState(session.hidden, context.now()) === 'under way')
        throw new RequestError('ERR_UPDATE_UNDER_WAY');
      await reconnect(transaction, context, session);
    }),
    stop: command((transaction, _context, { record }) => endSession(transaction, record)),
    update: command(async (transaction, context, session) => {
      refuseSsh(session);
      const { hidden, record } = session;
      const now = context.now();
      if (hidden.refusesUpdates) throw new RequestError('ERR_UPDATE_CHECKS_DISABLED');
      const state = updateState(hidden, now);
      if (state === 'under way') throw new RequestError('ERR_UPDATE_UNDER_WAY');
      if (state === 'done') throw new RequestError('ERR_UPDATED_NOT_RESTARTED');
      if (!isUpdate(record.agent_version, hidden.offeredVersion))
        throw new RequestError('ERR_NO_UPDATE_AVAILABLE');
      await tunnelSessionCollection.replaceHidden(transaction, {
        record,
        hidden: { ...hidden, updateStartedAt: now },
      });
    }),
  },
});

/** Ends a session with all that its agent brought. */
export async function endSession(transaction: RecordingTransaction, session: TunnelSession): Promise<void> {
  for (const { record } of await endpointsOf(transaction, session)) {
    await endpointCollection.remove(transaction, record);
  }
  for (const { record } of await tunnelsOf(transaction, session)) {
    await tunnelCollection.remove(transaction, record);
  }
  await tunnelSessionCollection.remove(transaction, session);
}

/** A command to the agent behind a session: 204 once it is carried out. */
function command(
  run: (transaction: Transaction, context: OperationContext, session: Session) => Promise<void>,
) {
  return (context: OperationContext): Promise<undefined> =>
    context.store.write(async (transaction) => {
      await run(
        transaction,
        context,
        await tunnelSessionCollection.get(transaction, param(context, 'id'), context.now()),
      );
      return undefined;
    });
}

function refuseSsh({ record }: Session): void {
  if (record.transport === 'ssh') throw new RequestError('ERR_SESSION_OVER_SSH');
}

/** The agent comes back a moment later: a new session, and new ids for all that it brings. */
async function reconnect(
  transaction: Transaction,
  context: OperationContext,
  { record, hidden }: Session,
): Promise<void> {
  const { updateStartedAt, offeredVersion, ...state } = hidden;
  const isUpdated = updateStartedAt !== undefined;
  const onlineFrom = context.now() + reconnectDuration;
  const started_at = formatTimestamp(onlineFrom);
  const { id } = await newId(transaction, context, 'ts');
  const tunnel_session = refTo(id);
  // The new tunnel of each old one.
  const tunnels = new Map<string, string>();
  const endpoints = new Map<string, string>();
  for (const row of await tunnelsOf(transaction, record)) {
    tunnels.set(row.record.id, (await newId(transaction, context, 'tn')).id);
    if (row.record.endpoint)
      endpoints.set(row.record.endpoint.id, (await newId(transaction, context, 'ep')).id);
  }
  for (const row of await endpointsOf(transaction, record)) {
    const newTunnel = tunnels.get(row.record.tunnel?.id ?? '');
    const endpoint = refTo(endpoints.get(row.record.id) ?? (await newId(transaction, context, 'ep')).id);
    await endpointCollection.remove(transaction, row.record);
    await endpointCollection.insert(transaction, {
      record: {
        ...row.record,
        ...endpoint,
        tunnel_session,
        ...(newTunnel !== undefined && { tunnel: refTo(newTunnel) }),
        created_at: started_at,
        updated_at: started_at,
      },
      hidden: { onlineFrom },
    });
  }
  for (const row of await tunnelsOf(transaction, record)) {
    const { endpoint, ...rest } = row.record;
    const newEndpoint = endpoint && endpoints.get(endpoint.id);
    await tunnelCollection.remove(transaction, row.record);
    await tunnelCollection.insert(transaction, {
      record: {
        ...rest,
        ...refTo(tunnels.get(row.record.id) ?? ''),
        ...(newEndpoint !== undefined && { endpoint: refTo(newEndpoint) }),
        tunnel_session,
        started_at,
      },
      hidden: { onlineFrom },
    });
  }
  await tunnelSessionCollection.remove(transaction, record);
  await tunnelSessionCollection.insert(transaction, {
    record: {
      ...record,
      ...tunnel_session,
      started_at,
      agent_version: isUpdated ? (offeredVersion ?? record.agent_version) : record.agent_version,
    },
    hidden: { ...state, onlineFrom, ...(!isUpdated && offeredVersion !== undefined && { offeredVersion }) },
  });
}

function tunnelsOf(transaction: Transaction, { id }: TunnelSession) {
  return tunnelCollection.find(transaction, sessionIndex, id);
}

function endpointsOf(transaction: Transaction, { id }: TunnelSession) {
  return endpointCollection.find(transaction, sessionIndex, id);
}
