import { parseEndpointUrl } from '../../contract/rules/endpoint-url.ts';
import { quote } from '../../contract/rules/rule.ts';
import { refTo } from '../records/references.ts';
import { invalidField } from '../records/request-error.ts';
import { newIpRestriction } from '../resources/edge-ip-restriction.ts';
import { addEndpoint, endpointCollection } from '../resources/endpoints.ts';
import { newUserAgentFilter } from '../resources/route-user-agent-filter.ts';
import { defineSeedKind, type SeedCall, type SeedEntry } from './kind.ts';
import { within } from './problems.ts';
import type { HttpsEdgeSeed, TcpEdgeSeed, TlsEdgeSeed } from './traffic-schema.ts';

type EdgeSeed = TcpEdgeSeed | TlsEdgeSeed | HttpsEdgeSeed;
type EdgeEndpointSeed = NonNullable<EdgeSeed['endpoints']>[number];
type RouteSeed = NonNullable<HttpsEdgeSeed['routes']>[number];

/** Stores an edge; modules are members of its row. */
function putEdge(
  collection: string,
  { transaction, ownerId }: SeedCall,
  { start: { id }, item }: SeedEntry<EdgeSeed>,
  modules: object = {},
): Promise<void> {
  const { description = '', metadata = '', principal_id: principalId = ownerId } = item;
  return transaction.put(collection, id, { id, description, metadata, principalId, ...modules });
}

/** The endpoints of edges that serve one scheme. */
function edgeEndpointKind(scheme: string) {
  return defineSeedKind<EdgeEndpointSeed, EdgeSeed>({
    member: 'endpoints',
    prefix: 'ep',
    collection: endpointCollection.name,
    add(call, { start, item: { url }, parent: { start: edge, item } }) {
      if (parseEndpointUrl(url).scheme !== scheme) {
        throw invalidField(['url'], `${quote(url)} cannot be served by this edge; it serves ${scheme}`);
      }
      const { description = '', metadata = '', principal_id = call.ownerId } = item;
      return addEndpoint(call.transaction, call, start, {
        url,
        type: 'edge',
        edge: refTo(edge.id),
        description,
        metadata,
        principal: refTo(principal_id),
      });
    },
  });
}

export const tcpEdgeKind = defineSeedKind<TcpEdgeSeed>({
  member: 'tcp_edges',
  prefix: 'edgtcp',
  collection: 'edges/tcp',
  async add(call, entry) {
    const { ip_restriction: given } = entry.item;
    const restriction =
      given && (await within(['ip_restriction'], () => newIpRestriction(call.transaction, given)));
    await putEdge('edges/tcp', call, entry, restriction && { ip_restriction: restriction });
  },
  nested: [edgeEndpointKind('tcp')],
});

export const tlsEdgeKind = defineSeedKind<TlsEdgeSeed>({
  member: 'tls_edges',
  prefix: 'edgtls',
  collection: 'edges/tls',
  add: (call, entry) => putEdge('edges/tls', call, entry),
  nested: [edgeEndpointKind('tls')],
});

const routeKind = defineSeedKind<RouteSeed, HttpsEdgeSeed>({
  member: 'routes',
  prefix: 'edghtsrt',
  collection: 'edges/https/routes',
  add({ transaction }, { start: { id }, item, parent }) {
    const { match, description = '', metadata = '', user_agent_filter: filter } = item;
    const row = { id, edgeId: parent.start.id, match, description, metadata };
    const module = filter && { user_agent_filter: newUserAgentFilter(filter) };
    return transaction.put('edges/https/routes', id, { ...row, ...module });
  },
});

export const httpsEdgeKind = defineSeedKind<HttpsEdgeSeed>({
  member: 'https_edges',
  prefix: 'edghts',
  collection: 'edges/https',
  add: (call, entry) => putEdge('edges/https', call, entry),
  nested: [routeKind, edgeEndpointKind('https')],
});
