import type { Row } from '../../../store/store.ts';
import type { AgentState } from '../../agents/agent-state.ts';
import type { Stored } from '../../records/collection.ts';
import { collectionOfId } from '../../records/references.ts';
import { type Endpoint, endpointCollection } from '../../resources/endpoints.ts';
import { type TunnelSession, tunnelSessionCollection } from '../../resources/tunnel-sessions.ts';
import { type Tunnel, tunnelCollection } from '../../resources/tunnels.ts';
import { ownerOfCredential } from '../agent-kinds.ts';
import type { AgentSeed, TunnelSeed } from '../agent-schema.ts';
import { type ExportContext, type ExportList, omitEmpty, startedAt, stored } from './export-context.ts';

/** Agents with their tunnels, and these with their endpoints. */
export const agents: ExportList<AgentSeed> = {
  collection: tunnelSessionCollection.name,
  async toItem(row, showing) {
    const { record, hidden } = stored<TunnelSession, AgentState>(row);
    const { id, os, agent_version, transport, ip, region, metadata, credential } = record;
    const isThere =
      (await showing.snapshot.get(collectionOfId(credential.id) ?? '', credential.id)) !== undefined;
    const owner = isThere ? await ownerOfCredential(showing.snapshot, credential.id) : undefined;
    const tunnels = await tunnelItems(record, owner, showing);
    return {
      id,
      ...startedAt(record),
      os,
      agent_version,
      transport,
      ip,
      region,
      ...(isThere ? { credential_id: credential.id } : { deleted_credential_id: credential.id }),
      ...omitEmpty({ metadata }),
      ...stateItem(hidden),
      ...(tunnels.length > 0 && { tunnels }),
    };
  },
};

function stateItem({ onlineFrom, updateStartedAt, offeredVersion, refusesUpdates }: AgentState) {
  return {
    ...(onlineFrom !== undefined && { online_from: toMillisecond(onlineFrom) }),
    ...(updateStartedAt !== undefined && { update_started_at: toMillisecond(updateStartedAt) }),
    ...(offeredVersion !== undefined && { offers_update: offeredVersion }),
    ...(refusesUpdates !== undefined && { refuses_updates: refusesUpdates }),
  };
}

function toMillisecond(time: number): string {
  return new Date(time).toISOString();
}

async function tunnelItems(
  session: TunnelSession,
  owner: string | undefined,
  { snapshot }: ExportContext,
): Promise<TunnelSeed[]> {
  const ids = await snapshot.find(tunnelCollection.name, 'session', session.id);
  const items: TunnelSeed[] = [];
  for (const id of ids.toReversed()) {
    const { record } = storedIn<Stored<Tunnel>>(await snapshot.get(tunnelCollection.name, id));
    const endpoint = record.endpoint && (await snapshot.get(endpointCollection.name, record.endpoint.id));
    items.push(
      tunnelItem(record, session, endpoint && { ...storedIn<Stored<Endpoint>>(endpoint).record, owner }),
    );
  }
  return items;
}

function storedIn<Content>(row: Row | undefined): Content {
  return row?.data as Content;
}

type ServedEndpoint = Endpoint & { readonly owner: string | undefined };

function tunnelItem(
  tunnel: Tunnel,
  session: TunnelSession,
  endpoint: ServedEndpoint | undefined,
): TunnelSeed {
  const { id, metadata, labels, forwards_to } = tunnel;
  return {
    id,
    ...startedAt(tunnel),
    ...(endpoint ? { endpoint_id: endpoint.id, url: endpoint.url } : labels && { labels }),
    forwards_to,
    // The agent's is every tunnel's that has none.
    ...(metadata !== session.metadata && { metadata }),
    ...(endpoint && endpointMembers(endpoint)),
  };
}

function endpointMembers({ owner, principal, ...endpoint }: ServedEndpoint) {
  const { upstream_protocol, name, description, traffic_policy, bindings, pooling_enabled } = endpoint;
  return {
    ...(upstream_protocol !== undefined && { upstream_protocol }),
    ...(name !== undefined && { name }),
    ...omitEmpty({ description }),
    ...(traffic_policy !== undefined && { traffic_policy }),
    bindings,
    ...omitEmpty({ pooling_enabled }),
    ...(principal && principal.id !== owner && { principal_id: principal.id }),
  };
}
