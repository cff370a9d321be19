import { resources } from '../../../contract/index.ts';
import { parseEndpointUrl } from '../../../contract/rules/endpoint-url.ts';
import { parseTimestamp } from '../../../contract/rules/time.ts';
import type { FromSchema, ObjectSchema } from '../../../contract/schema/schema.ts';
import type { Snapshot } from '../../../store/store.ts';
import { collectionOf } from '../../records/collection.ts';
import { refTo } from '../../records/references.ts';
import { invalidField } from '../../records/request-error.ts';
import { defineRules } from '../../rules/resource-rules.ts';
import {
  defineSeedList,
  type InsertContext,
  omitEmpty,
  omitUndefined,
  startedAt,
} from '../../rules/seed-list.ts';
import {
  idSchema,
  principalId,
  startedAt as startedAtMember,
  text,
  word,
  words,
} from '../../rules/seed-members.ts';
import { ownerOfCredential } from '../credentials.ts';
import {
  addEndpoint,
  type Endpoint,
  endpointCollection,
  type NewEndpoint,
  sessionIndex,
} from '../endpoints.ts';
import { isOnline, type OnlineFrom } from './agent-state.ts';

type Tunnel = FromSchema<typeof resources.tunnels.record>;

/** Tunnels, found by the session that holds them. */
export const tunnelCollection = collectionOf<typeof resources.tunnels, Partial<OnlineFrom>>(
  resources.tunnels,
  {
    keys: ({ record }) => ({ [sessionIndex]: [record.tunnel_session.id] }),
    isVisible: isOnline,
  },
);

/** contract/README.md "Tunnel sessions and tunnels". */
export const tunnelRules = defineRules(resources.tunnels, { collection: tunnelCollection });

const { url, traffic_policy, bindings, pooling_enabled } =
  resources.endpoints.operations.create.body.properties;

/** A tunnel of an agent in a seed. */
export const tunnelItem = {
  type: 'object',
  additionalProperties: false,
  required: ['forwards_to'],
  properties: {
    id: idSchema('tn'),
    started_at: startedAtMember,
    endpoint_id: { ...idSchema('ep'), description: 'id of its endpoint, with url' },
    url: { ...url, description: 'URL that it serves, through an endpoint of its own' },
    labels: {
      type: 'object',
      minProperties: 1,
      maxProperties: 100,
      additionalProperties: { type: 'string', 'x-max-bytes': 255 },
      description: 'labels of a tunnel that edges choose as a backend, in place of url',
    },
    forwards_to: { ...word, description: 'URL or network address that it forwards to' },
    upstream_protocol: {
      ...word,
      description: 'protocol that the agent forwards with; http1 by default, tcp for tcp and tls',
    },
    ...words,
    name: { ...text, description: 'name that you gave it, with url' },
    traffic_policy,
    bindings,
    pooling_enabled,
    principal_id: {
      ...principalId,
      description: "user or bot that its endpoint belongs to; the credential's owner when not given",
    },
  },
} as const satisfies ObjectSchema;

type TunnelItem = FromSchema<typeof tunnelItem>;

/** The agent that holds a tunnel open, as far as the tunnel depends on it. */
interface AgentOfTunnel {
  readonly metadata?: string;
  readonly region?: string;
  readonly credential_id?: string;
  readonly deleted_credential_id?: string;
  readonly online_from?: string;
}

/** The region of agents and their tunnels where a seed gives none. */
export const defaultRegion = 'us';

/** The tunnels of an agent in a seed. */
export const tunnelList = defineSeedList<typeof tunnelItem, unknown, AgentOfTunnel>({
  member: 'tunnels',
  prefix: 'tn',
  collection: tunnelCollection.name,
  item: tunnelItem,
  async insert(context, { head, item, parent }) {
    const tunnel: Tunnel = {
      id: head.id,
      uri: head.uri,
      started_at: head.created_at,
      metadata: item.metadata ?? parent.item.metadata ?? '',
      region: parent.item.region ?? defaultRegion,
      tunnel_session: refTo(parent.head.id),
      forwards_to: item.forwards_to,
    };
    const { url } = item;
    const target =
      url === undefined
        ? labelsOf(item)
        : await addTunnelEndpoint(context, tunnel, { ...item, url }, parent.item);
    const record = { ...tunnel, ...target };
    await tunnelCollection.insert(context.transaction, { record, hidden: onlineFrom(parent.item) });
  },
});

/** The members of a tunnel without an endpoint. */
function labelsOf({ labels, ...item }: TunnelItem): Pick<Tunnel, 'labels'> {
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
    if (item[member] !== undefined) throw invalidField([member], 'is only accepted with url');
  }
  return { labels };
}

/** Adds the endpoint that a tunnel serves, and answers with what the tunnel's record says of it. */
async function addTunnelEndpoint(
  context: InsertContext,
  tunnel: Tunnel,
  item: TunnelItem & { url: string },
  agent: AgentOfTunnel,
): Promise<Pick<Tunnel, 'public_url' | 'proto' | 'endpoint'>> {
  if (item.labels !== undefined) throw invalidField(['labels'], 'is only accepted without url');
  const given = { id: item.endpoint_id, time: tunnel.started_at };
  const head = await context.newRecordHead('ep', endpointCollection.name, given, 'endpoint_id');
  const { proto } = parseEndpointUrl(item.url);
  const credentialId = agent.credential_id ?? agent.deleted_credential_id ?? '';
  const owner = item.principal_id ?? (await ownerOfCredential(context.transaction, credentialId));
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
    principal: refTo(owner ?? context.ownerId),
    ...omitUndefined({ name, traffic_policy, bindings, pooling_enabled }),
  };
  const { id, public_url } = await addEndpoint(
    context.transaction,
    context,
    head,
    endpoint,
    onlineFrom(agent),
  );
  return { public_url, proto, endpoint: refTo(id) };
}

/** From when on an agent and what it brings are there. */
export function onlineFrom({ online_from: time }: Pick<AgentOfTunnel, 'online_from'>): Partial<OnlineFrom> {
  return time === undefined ? {} : { onlineFrom: parseTimestamp(time) };
}

/** The tunnels of a session as items of a seed, oldest first; `owner` is that of the agent's credential. */
export async function tunnelItemsOf(
  snapshot: Snapshot,
  session: { readonly id: string; readonly metadata: string },
  owner: string | undefined,
): Promise<TunnelItem[]> {
  const rows = await tunnelCollection.find(snapshot, sessionIndex, session.id);
  const items: TunnelItem[] = [];
  for (const { record: tunnel } of rows.toReversed()) {
    const { id, metadata, labels, forwards_to } = tunnel;
    const endpoint = tunnel.endpoint && (await endpointCollection.read(snapshot, tunnel.endpoint.id))?.record;
    items.push({
      id,
      ...startedAt(tunnel),
      ...(endpoint ? { endpoint_id: endpoint.id, url: endpoint.url } : labels && { labels }),
      forwards_to,
      // The agent's is every tunnel's that has none.
      ...(metadata !== session.metadata && { metadata }),
      ...(endpoint && endpointMembers(endpoint, owner)),
    });
  }
  return items;
}

function endpointMembers(endpoint: Endpoint, owner: string | undefined): Partial<TunnelItem> {
  const { upstream_protocol, name, description, traffic_policy, bindings, pooling_enabled, principal } =
    endpoint;
  return {
    ...omitUndefined({ upstream_protocol, name }),
    ...omitEmpty({ description }),
    ...omitUndefined({ traffic_policy }),
    bindings,
    ...omitEmpty({ pooling_enabled }),
    ...(principal && principal.id !== owner && { principal_id: principal.id }),
  };
}
