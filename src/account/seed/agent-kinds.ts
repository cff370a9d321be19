import { isIP } from 'node:net';
import { parseEndpointUrl } from '../../contract/rules/endpoint-url.ts';
import { quote } from '../../contract/rules/rule.ts';
import { parseTimestamp } from '../../contract/rules/time.ts';
import type { Reader } from '../../store/store.ts';
import type { OnlineFrom } from '../agents/agent-state.ts';
import { refTo } from '../records/references.ts';
import { invalidField } from '../records/request-error.ts';
import { addEndpoint, endpointCollection, type NewEndpoint } from '../resources/endpoints.ts';
import { sshCredentialCollection } from '../resources/ssh-credentials.ts';
import { tunnelSessionCollection } from '../resources/tunnel-sessions.ts';
import { type Tunnel, tunnelCollection } from '../resources/tunnels.ts';
import type { StoredCredential } from './account-kinds.ts';
import type { AgentSeed, TunnelSeed } from './agent-schema.ts';
import { defineSeedKind, type SeedCall } from './kind.ts';

const defaultRegion = 'us';
const defaultTransport = 'tunnelctl/2';

const tunnelKind = defineSeedKind<TunnelSeed, AgentSeed>({
  member: 'tunnels',
  prefix: 'tn',
  collection: tunnelCollection.name,
  async add(call, { start, item, parent }) {
    const tunnel: Tunnel = {
      id: start.id,
      uri: start.uri,
      started_at: start.created_at,
      metadata: item.metadata ?? parent.item.metadata ?? '',
      region: parent.item.region ?? defaultRegion,
      tunnel_session: refTo(parent.start.id),
      forwards_to: item.forwards_to,
    };
    const { url } = item;
    const served =
      url === undefined
        ? labelsOf(item)
        : await addTunnelEndpoint(call, tunnel, { ...item, url }, parent.item);
    const record = { ...tunnel, ...served };
    await tunnelCollection.insert(call.transaction, { record, hidden: onlineFrom(parent.item) });
  },
});

/** The members of a tunnel without an endpoint. */
function labelsOf({ labels, ...item }: TunnelSeed): Pick<Tunnel, 'labels'> {
  if (labels === undefined) throw invalidField([], 'needs url or labels');
  const withUrl = [
    'endpoint_id',
    'name',
    'traffic_policy',
    'bindings',
    'pooling_enabled',
    'principal_id',
  ] as const;
  for (const member of withUrl) {
    if (item[member] !== undefined) throw invalidField([member], 'is only taken with url');
  }
  return { labels };
}

/** Adds the endpoint that a tunnel serves, and answers with what the tunnel's record says of it. */
async function addTunnelEndpoint(
  call: SeedCall,
  tunnel: Tunnel,
  item: TunnelSeed & { url: string },
  agent: AgentSeed,
): Promise<Pick<Tunnel, 'public_url' | 'proto' | 'endpoint'>> {
  if (item.labels !== undefined) throw invalidField(['labels'], 'is only taken without url');
  const given = { id: item.endpoint_id, time: tunnel.started_at };
  const start = await call.newRecordHead('ep', endpointCollection.name, given, 'endpoint_id');
  const { proto } = parseEndpointUrl(item.url);
  const owner = item.principal_id ?? (await ownerOfCredential(call.transaction, credentialOf(agent)));
  const { name, traffic_policy, bindings, pooling_enabled, description = '' } = item;
  const endpoint: NewEndpoint = {
    url: item.url,
    type: 'ephemeral',
    region: tunnel.region,
    description,
    metadata: tunnel.metadata,
    tunnel: refTo(tunnel.id),
    tunnel_session: tunnel.tunnel_session,
    upstream_url: item.forwards_to,
    upstream_protocol: item.upstream_protocol ?? (proto.startsWith('http') ? 'http1' : 'tcp'),
    principal: refTo(owner ?? call.ownerId),
    ...(name !== undefined && { name }),
    ...(traffic_policy !== undefined && { traffic_policy }),
    ...(bindings !== undefined && { bindings }),
    ...(pooling_enabled !== undefined && { pooling_enabled }),
  };
  const { id, public_url } = await addEndpoint(call.transaction, call, start, endpoint, onlineFrom(agent));
  return { public_url, proto, endpoint: refTo(id) };
}

/** Who owns a tunnel credential or an SSH credential. */
export async function ownerOfCredential(reader: Reader, id: string): Promise<string | undefined> {
  if (isSshCredential(id)) return (await sshCredentialCollection.read(reader, id))?.record.owner_id;
  const row = await reader.get('credentials', id);
  return (row?.data as StoredCredential | undefined)?.ownerId;
}

/** @throws RequestError unless there is exactly one */
function credentialOf({ credential_id: id, deleted_credential_id: deletedId }: AgentSeed): string {
  const given = id ?? deletedId;
  if (given === undefined) throw invalidField(['credential_id'], 'is required');
  if (id === undefined || deletedId === undefined) return given;
  throw invalidField(['deleted_credential_id'], 'is only taken without credential_id');
}

function onlineFrom({ online_from: time }: AgentSeed): Partial<OnlineFrom> {
  return time === undefined ? {} : { onlineFrom: parseTimestamp(time) };
}

function isSshCredential(id: string): boolean {
  return id.startsWith('sshcr_');
}

export const agentKind = defineSeedKind<AgentSeed>({
  member: 'agents',
  prefix: 'ts',
  collection: tunnelSessionCollection.name,
  add({ transaction }, { start, item }) {
    if (isIP(item.ip) === 0) throw invalidField(['ip'], `${quote(item.ip)} is not an IP address`);
    const credentialId = credentialOf(item);
    const isSsh = isSshCredential(credentialId);
    const transport = item.transport ?? (isSsh ? 'ssh' : defaultTransport);
    if ((transport === 'ssh') !== isSsh) {
      const kind = isSsh ? 'ssh with an SSH credential' : '<vendor>/2 with a tunnel credential';
      throw invalidField(['transport'], `must be ${kind}`);
    }
    const {
      offers_update: offeredVersion,
      refuses_updates: refusesUpdates,
      update_started_at: started,
    } = item;
    return tunnelSessionCollection.insert(transaction, {
      record: {
        id: start.id,
        uri: start.uri,
        started_at: start.created_at,
        agent_version: item.agent_version,
        credential: refTo(credentialId),
        ip: item.ip,
        metadata: item.metadata ?? '',
        os: item.os,
        region: item.region ?? defaultRegion,
        transport,
      },
      hidden: {
        ...(refusesUpdates !== undefined && { refusesUpdates }),
        ...onlineFrom(item),
        ...(offeredVersion !== undefined && { offeredVersion }),
        ...(started !== undefined && { updateStartedAt: parseTimestamp(started) }),
      },
    });
  },
  nested: [tunnelKind],
});
