import { resources } from '../../../contract/index.ts';
import { parseEndpointUrl } from '../../../contract/rules/endpoint-url.ts';
import { quote } from '../../../contract/rules/rule.ts';
import type { FromSchema, ObjectSchema } from '../../../contract/schema/schema.ts';
import type { RowData, Snapshot } from '../../../store/store.ts';
import type { Stored } from '../../records/collection.ts';
import { refTo } from '../../records/references.ts';
import { invalidField, within } from '../../records/request-error.ts';
import {
  createdAt,
  defineSeedList,
  type ExportContext,
  type InsertContext,
  omitEmpty,
  type SeedEntry,
} from '../../rules/seed-list.ts';
import { itemSchema, principalId, word, words } from '../../rules/seed-members.ts';
import { addEndpoint, type Endpoint, endpointCollection } from '../endpoints.ts';
import { edgeCollections, newIpRestriction, newUserAgentFilter } from './edge-modules.ts';

// Edges, their routes and their endpoints. Operations reach their modules only, which are members of their rows.

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

const { url } = resources.endpoints.operations.create.body.properties;
const endpointItem = itemSchema('ep', { url }, ['url']);

const edgeMembers = {
  ...words,
  principal_id: principalId,
  endpoints: {
    type: 'array',
    items: endpointItem,
    description: 'the endpoints that the edge serves, one for each host and port',
  },
} as const satisfies Record<string, ObjectSchema>;

const tlsEdgeItem = itemSchema('edgtls', edgeMembers);

type EdgeItem = FromSchema<typeof tlsEdgeItem>;

/** Stores an edge; modules are members of its row. */
function putEdge(
  collection: string,
  { transaction, ownerId }: InsertContext,
  { head: { id }, item }: Pick<SeedEntry<EdgeItem>, 'head' | 'item'>,
  modules: object = {},
): Promise<void> {
  const { description = '', metadata = '', principal_id: principalId = ownerId } = item;
  return transaction.put(collection, id, { id, description, metadata, principalId, ...modules });
}

/** The endpoints of edges that serve one scheme. */
function endpointList(scheme: string) {
  return defineSeedList<typeof endpointItem, unknown, EdgeItem>({
    member: 'endpoints',
    prefix: 'ep',
    collection: endpointCollection.name,
    item: endpointItem,
    insert(context, { head, item: { url }, parent: { head: edge, item } }) {
      if (parseEndpointUrl(url).scheme !== scheme) {
        throw invalidField(['url'], `${quote(url)} cannot be served by this edge; it serves ${scheme}`);
      }
      const { description = '', metadata = '', principal_id = context.ownerId } = item;
      return addEndpoint(context.transaction, context, head, {
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

/** The members of an edge's item, its modules aside. */
async function edgeItem(row: RowData, context: ExportContext) {
  const { id, description, metadata, principalId } = row as object as Edge;
  const endpoints = (await context.once(readByEdge)).endpoints.get(id);
  return {
    id,
    ...omitEmpty({ description, metadata }),
    principal_id: principalId,
    ...(endpoints && { endpoints }),
  };
}

export const tcpEdgeList = defineSeedList({
  member: 'tcp_edges',
  prefix: 'edgtcp',
  collection: edgeCollections.tcp,
  description: 'TCP edges',
  item: itemSchema('edgtcp', {
    ...edgeMembers,
    ip_restriction: {
      ...resources.edgeIpRestriction.operations.replace.body,
      description: 'which addresses may connect',
    },
  }),
  async insert(context, entry) {
    const { ip_restriction: given } = entry.item;
    const restriction =
      given && (await within(['ip_restriction'], () => newIpRestriction(context.transaction, given)));
    await putEdge(edgeCollections.tcp, context, entry, restriction && { ip_restriction: restriction });
  },
  nested: [endpointList('tcp')],
  async toItem(row, context) {
    const { ip_restriction: module } = row as object as Edge;
    const ids = module?.ip_policies.map(({ id }) => id);
    return {
      ...(await edgeItem(row, context)),
      ...(module && ids && { ip_restriction: { enabled: module.enabled, ip_policy_ids: ids } }),
    };
  },
});

export const tlsEdgeList = defineSeedList({
  member: 'tls_edges',
  prefix: 'edgtls',
  collection: edgeCollections.tls,
  description: 'TLS edges',
  item: tlsEdgeItem,
  insert: (context, entry) => putEdge(edgeCollections.tls, context, entry),
  nested: [endpointList('tls')],
  toItem: edgeItem,
});

const routeItem = itemSchema('edghtsrt', {
  ...words,
  match: {
    ...word,
    pattern: '^/',
    default: '/',
    description: 'path that requests must start with; any when not given',
  },
  user_agent_filter: {
    ...resources.routeUserAgentFilter.operations.replace.body,
    description: 'which user agents are served',
  },
});

const routeList = defineSeedList({
  member: 'routes',
  prefix: 'edghtsrt',
  collection: edgeCollections.routes,
  item: routeItem,
  insert({ transaction }, { head: { id }, item, parent }) {
    const { match = '/', description = '', metadata = '', user_agent_filter: filter } = item;
    const row = { id, edgeId: parent.head.id, match, description, metadata };
    const module = filter && { user_agent_filter: newUserAgentFilter(filter) };
    return transaction.put(edgeCollections.routes, id, { ...row, ...module });
  },
});

export const httpsEdgeList = defineSeedList({
  member: 'https_edges',
  prefix: 'edghts',
  collection: edgeCollections.https,
  description: 'HTTPS edges',
  item: itemSchema('edghts', {
    ...edgeMembers,
    routes: { type: 'array', items: routeItem, description: 'the routes of the edge' },
  }),
  insert: (context, entry) => putEdge(edgeCollections.https, context, entry),
  nested: [routeList, endpointList('https')],
  async toItem(row, context) {
    const edge = await edgeItem(row, context);
    const routes = (await context.once(readByEdge)).routes.get(edge.id)?.map(exportRoute);
    return { ...edge, ...(routes && { routes }) };
  },
});

function exportRoute({ id, match, description, metadata, user_agent_filter }: Route) {
  return {
    id,
    match,
    ...omitEmpty({ description, metadata }),
    ...(user_agent_filter && { user_agent_filter }),
  };
}

interface ByEdge {
  readonly endpoints: Map<string, { id: string; created_at?: string; url: string }[]>;
  readonly routes: Map<string, Route[]>;
}

/** What edges hold, by their ids. No key leads from an edge to it: all of it is gone through, once in an export. */
async function readByEdge(snapshot: Snapshot): Promise<ByEdge> {
  const result: ByEdge = { endpoints: new Map(), routes: new Map() };
  for await (const { data } of snapshot.rows(edgeCollections.routes)) {
    const route = data as object as Route;
    append(result.routes, route.edgeId, route);
  }
  for await (const { data } of snapshot.rows(endpointCollection.name)) {
    const { record } = data as unknown as Stored<Endpoint>;
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
