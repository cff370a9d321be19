import type { Change } from '../../../contract/events/event-types.ts';
import { resources } from '../../../contract/index.ts';
import { quote } from '../../../contract/rules/rule.ts';
import type { BodyOf, Resource, ResultOf } from '../../../contract/schema/resource.ts';
import type { Reader, RowData } from '../../../store/store.ts';
import { type OperationContext, param, type RecordingTransaction } from '../../records/operation-context.ts';
import { refTo } from '../../records/references.ts';
import { invalidField, notFound, RequestError } from '../../records/request-error.ts';
import { defineRules } from '../../rules/resource-rules.ts';
import { defineSeedList, omitEmpty } from '../../rules/seed-list.ts';
import { itemSchema, words } from '../../rules/seed-members.ts';

/** Where the rows of edges and routes are. */
export const edgeCollections = {
  tcp: 'edges/tcp',
  tls: 'edges/tls',
  https: 'edges/https',
  routes: 'edges/https/routes',
} as const;

/** Which row holds a module, and where in it. */
interface ModulePlace<Module, Body> {
  readonly resource: Resource;
  readonly collection: string;
  readonly member: string;
  /** What the row is, for messages. */
  readonly noun: string;
  readonly id: (context: OperationContext) => string;
  /** Whether the row is the one that the whole path names. */
  readonly belongs?: (context: OperationContext, row: RowData) => boolean;
  /** What a request makes of the module, asked for once the row is known to exist. */
  readonly build: (reader: Reader, body: Body) => Promise<Module>;
}

/** Handlers of a module of an edge or a route: a member of its row, set, shown and removed as a whole. */
function moduleHandlers<Module, Body>(place: ModulePlace<Module, Body>) {
  const { resource, collection, member, noun, belongs = () => true } = place;

  async function readRow(reader: Reader, context: OperationContext): Promise<RowData> {
    const row = await reader.get(collection, place.id(context));
    if (row && belongs(context, row.data)) return row.data;
    throw notFound(noun, place.id(context));
  }

  async function readModule(
    reader: Reader,
    context: OperationContext,
  ): Promise<{ row: RowData; module: Module }> {
    const row = await readRow(reader, context);
    if (row[member] === undefined) throw new RequestError('ERR_MODULE_NOT_SET');
    return { row, module: row[member] as Module };
  }

  /** An event names a module by its address: the record itself does not say whose module it is. */
  async function recordEvent(
    transaction: RecordingTransaction,
    change: Change,
    context: OperationContext,
    module: Module,
  ) {
    const path = resource.operations.get?.path ?? '';
    const uri = path.replace(/\{(\w+)\}/g, (_, name: string) => context.params[name] ?? '');
    await transaction.recordEvent?.(resource.eventKind, change, { uri, ...module });
  }

  return {
    get: async (context: OperationContext): Promise<Module> =>
      (await readModule(context.store, context)).module,
    delete: (context: OperationContext): Promise<undefined> =>
      context.store.write(async (transaction) => {
        const { row, module } = await readModule(transaction, context);
        const { [member]: _removed, ...rest } = row;
        await transaction.put(collection, place.id(context), rest);
        await recordEvent(transaction, 'deleted', context, module);
        return undefined;
      }),
    replace: (context: OperationContext<Body>): Promise<Module> =>
      context.store.write(async (transaction) => {
        const row = await readRow(transaction, context);
        const module = await place.build(transaction, context.body);
        await transaction.put(collection, place.id(context), { ...row, [member]: module });
        await recordEvent(transaction, row[member] === undefined ? 'created' : 'updated', context, module);
        return module;
      }),
  };
}

interface StoredIpPolicy {
  readonly id: string;
  readonly description: string;
  readonly metadata: string;
}

const ipPolicyCollection = 'ip_policies';

/** IP policies, which edges apply; no operation creates one. */
export const ipPolicyList = defineSeedList({
  member: 'ip_policies',
  prefix: 'ipp',
  collection: ipPolicyCollection,
  description: 'IP policies',
  item: itemSchema('ipp', words),
  insert: ({ transaction }, { head: { id }, item: { description = '', metadata = '' } }) =>
    transaction.put(ipPolicyCollection, id, { id, description, metadata }),
  toItem(row) {
    const { id, description, metadata } = row as object as StoredIpPolicy;
    return { id, ...omitEmpty({ description, metadata }) };
  },
});

type IpRestrictionBody = BodyOf<typeof resources.edgeIpRestriction.operations.replace>;
type IpRestriction = ResultOf<typeof resources.edgeIpRestriction.operations.get>;

/** The IP restriction in the row of its TCP edge (contract/README.md "Edge modules"). */
export const edgeIpRestrictionRules = defineRules(resources.edgeIpRestriction, {
  handlers: moduleHandlers<IpRestriction, IpRestrictionBody>({
    resource: resources.edgeIpRestriction,
    collection: edgeCollections.tcp,
    member: 'ip_restriction',
    noun: 'TCP edge',
    id: (context) => param(context, 'id'),
    build: newIpRestriction,
  }),
});

/** @throws RequestError 400 for a policy that does not exist */
export async function newIpRestriction(
  reader: Reader,
  { enabled = true, ip_policy_ids }: IpRestrictionBody,
): Promise<IpRestriction> {
  for (const [position, id] of ip_policy_ids.entries()) {
    if (await reader.get(ipPolicyCollection, id)) continue;
    throw invalidField(['ip_policy_ids', position], `${quote(id)} is not an IP policy of this account`);
  }
  return { enabled, ip_policies: [...new Set(ip_policy_ids)].map(refTo) };
}

type UserAgentFilterBody = BodyOf<typeof resources.routeUserAgentFilter.operations.replace>;
type UserAgentFilter = ResultOf<typeof resources.routeUserAgentFilter.operations.get>;

/**
 * The user agent filter in the row of its route, which must belong to the edge that the path names (contract/README.md
 * "Edge modules").
 */
export const routeUserAgentFilterRules = defineRules(resources.routeUserAgentFilter, {
  handlers: moduleHandlers<UserAgentFilter, UserAgentFilterBody>({
    resource: resources.routeUserAgentFilter,
    collection: edgeCollections.routes,
    member: 'user_agent_filter',
    noun: 'route of this HTTPS edge',
    id: (context) => param(context, 'id'),
    belongs: (context, row) => row.edgeId === param(context, 'edge_id'),
    build: async (_reader, body) => newUserAgentFilter(body),
  }),
});

export function newUserAgentFilter({
  enabled = true,
  allow = [],
  deny = [],
}: UserAgentFilterBody): UserAgentFilter {
  return { enabled, allow, deny };
}
