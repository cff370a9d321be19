import { type Endpoint, endpointCollection } from '../../resources/endpoints.ts';
import type { HttpsEdgeSeed, TcpEdgeSeed, TlsEdgeSeed } from '../traffic-schema.ts';
import { createdAt, type ExportContext, type ExportList, omitEmpty, stored } from './export-context.ts';

interface Edge {
  readonly id: string;
  readonly description: string;
  readonly metadata: string;
  readonly principalId: string;
  readonly ip_restriction?: { enabled: boolean; ip_policies: { id: string }[] };
}

interface Route {
  readonly id: string;
  readonly edgeId: string;
  readonly match: string;
  readonly description: string;
  readonly metadata: string;
  readonly user_agent_filter?: { enabled: boolean; allow: string[]; deny: string[] };
}

export const tcpEdges: ExportList<TcpEdgeSeed> = {
  collection: 'edges/tcp',
  async toItem(row, showing) {
    const edge = row as unknown as Edge;
    const { ip_restriction: restriction } = edge;
    const module = restriction && {
      ip_restriction: {
        enabled: restriction.enabled,
        ip_policy_ids: restriction.ip_policies.map(({ id }) => id),
      },
    };
    return { ...edgeItem(edge), ...(await endpointsOf(edge.id, showing)), ...module };
  },
};

export const tlsEdges: ExportList<TlsEdgeSeed> = {
  collection: 'edges/tls',
  async toItem(row, showing) {
    const edge = row as unknown as Edge;
    return { ...edgeItem(edge), ...(await endpointsOf(edge.id, showing)) };
  },
};

export const httpsEdges: ExportList<HttpsEdgeSeed> = {
  collection: 'edges/https',
  async toItem(row, showing) {
    const edge = row as unknown as Edge;
    const routes = (await byEdge(showing)).routes.get(edge.id)?.map(routeItem);
    return { ...edgeItem(edge), ...(await endpointsOf(edge.id, showing)), ...(routes && { routes }) };
  },
};

function edgeItem({ id, description, metadata, principalId }: Edge) {
  return { id, ...omitEmpty({ description, metadata }), principal_id: principalId };
}

function routeItem({ id, match, description, metadata, user_agent_filter }: Route) {
  return {
    id,
    match,
    ...omitEmpty({ description, metadata }),
    ...(user_agent_filter && { user_agent_filter }),
  };
}

async function endpointsOf(edgeId: string, showing: ExportContext) {
  const endpoints = (await byEdge(showing)).endpoints.get(edgeId);
  return endpoints && { endpoints };
}

interface ByEdge {
  readonly endpoints: Map<string, { id: string; created_at?: string; url: string }[]>;
  readonly routes: Map<string, Route[]>;
}

// No key leads from an edge to what it holds: all of it is gone through once.
const found = new WeakMap<ExportContext, Promise<ByEdge>>();

function byEdge(showing: ExportContext): Promise<ByEdge> {
  const promise = found.get(showing) ?? readByEdge(showing);
  found.set(showing, promise);
  return promise;
}

async function readByEdge({ snapshot }: ExportContext): Promise<ByEdge> {
  const result: ByEdge = { endpoints: new Map(), routes: new Map() };
  for await (const { data } of snapshot.rows('edges/https/routes')) {
    const route = data as unknown as Route;
    append(result.routes, route.edgeId, route);
  }
  for await (const { data } of snapshot.rows(endpointCollection.name)) {
    const { record } = stored<Endpoint, unknown>(data);
    const { id, url, edge } = record;
    if (edge) append(result.endpoints, edge.id, { id, ...createdAt(record), url });
  }
  return result;
}

function append<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
