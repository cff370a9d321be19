import { resources } from '../../contract/index.ts';
import { checkPolicyPhases } from '../../contract/policy/check-policy.ts';
import { phases, phasesOfProtocol } from '../../contract/policy/phases.ts';
import { type EndpointUrl, parseEndpointUrl } from '../../contract/rules/endpoint-url.ts';
import { formatTimestamp } from '../../contract/rules/time.ts';
import type { FromSchema } from '../../contract/schema/schema.ts';
import type { Transaction } from '../../store/store.ts';
import { phasesOfPolicy } from '../expressions/judging/judges.ts';
import { collectionOf } from '../records/collection.ts';
import { type OperationContext, param } from '../records/operation-context.ts';
import { invalidField, RequestError } from '../records/request-error.ts';
import type { RecordHead } from '../rules/new-record.ts';
import { defineRules } from '../rules/resource-rules.ts';
import { text } from '../rules/seed-members.ts';
import { deleteHandler } from '../rules/standard-handlers.ts';
import { isOnline, type OnlineFrom } from './agents/agent-state.ts';
import { reserveAddress } from './edges/reserved-addresses.ts';

export type Endpoint = FromSchema<typeof resources.endpoints.record>;
type Binding = Endpoint['bindings'][number];

const urlIndex = 'url';
export const sessionIndex = 'session';

/** Endpoints of every type, found by URL and by the session that serves them. */
export const endpointCollection = collectionOf<typeof resources.endpoints, Partial<OnlineFrom>>(
  resources.endpoints,
  {
    keys: ({ record }) => ({
      [urlIndex]: [record.url],
      ...(record.tunnel_session && { [sessionIndex]: [record.tunnel_session.id] }),
    }),
    isVisible: isOnline,
  },
);

/** contract/README.md "Endpoint": those that this API makes are cloud endpoints, and those that it changes. */
export const endpointRules = defineRules(resources.endpoints, {
  collection: endpointCollection,
  handlers: {
    update: (context) =>
      context.store.write(async (transaction) => {
        const row = await endpointCollection.get(transaction, param(context, 'id'), context.now());
        checkIsCloud(row);
        if (Object.keys(context.body).length === 0) return row.record;
        const url = parseEndpointUrl(context.body.url ?? row.record.url);
        if (url.scheme !== row.record.scheme) {
          throw invalidField(['url'], `cannot change its scheme; it stays ${row.record.scheme}`);
        }
        await checkPhases(url, context.body.traffic_policy);
        const pooling = context.body.pooling_enabled ?? row.record.pooling_enabled;
        await checkUrlIsFree(transaction, url.url, pooling, row.record.id);
        const { domain: _domain, tcp_addr: _address, ...rest } = row.record;
        const record: Endpoint = {
          ...rest,
          ...context.body,
          ...urlMembers(url),
          ...(await reserveAddress(transaction, context, url)),
          bindings: checkBindings(url, context.body.bindings, row.record.bindings),
          updated_at: formatTimestamp((await transaction.tick(context.now())).milliseconds),
        };
        await endpointCollection.replace(transaction, { ...row, record });
        return record;
      }),
    delete: deleteHandler(endpointCollection, async (_transaction, row) => checkIsCloud(row)),
  },
  // The policy of a cloud endpoint is shown even when there is none.
  insert: (context, head, given: Omit<NewEndpoint, 'type'>) =>
    addEndpoint(context.transaction, context, head, { traffic_policy: '', ...given, type: 'cloud' }),
  seed: {
    members: { name: { ...text, description: 'name that you gave it' } },
    first: ['url', 'name', 'description', 'metadata', 'bindings', 'pooling_enabled'],
    // All others belong to agents and edges.
    exported: ({ record: { traffic_policy, ...record } }) =>
      record.type === 'cloud' ? { ...record, ...(traffic_policy && { traffic_policy }) } : undefined,
  },
});

/** What is known of a new endpoint beside what its URL decides. */
export type NewEndpoint = Pick<Endpoint, 'url' | 'type' | 'principal'> & Partial<Endpoint>;

/**
 * Stores a new endpoint and answers with its record.
 * @throws RequestError 400 for bindings that the host cannot have or a policy's phase that its protocol lacks, 409 when the URL is taken
 */
export async function addEndpoint(
  transaction: Transaction,
  context: Pick<OperationContext, 'now'>,
  head: RecordHead,
  given: NewEndpoint,
  hidden: Partial<OnlineFrom> = {},
): Promise<Endpoint> {
  const url = parseEndpointUrl(given.url);
  await checkPhases(url, given.traffic_policy);
  const bindings = checkBindings(url, given.bindings);
  const pooling_enabled = given.pooling_enabled ?? false;
  await checkUrlIsFree(transaction, url.url, pooling_enabled);
  const record: Endpoint = {
    region: 'global',
    metadata: '',
    description: '',
    updated_at: head.created_at,
    ...given,
    ...head,
    ...urlMembers(url),
    ...(await reserveAddress(transaction, context, url)),
    bindings,
    pooling_enabled,
  };
  await endpointCollection.insert(transaction, { record, hidden });
  return record;
}

/** What the URL decides of an endpoint's record. */
function urlMembers({ url, proto, scheme, host, port, hostport }: EndpointUrl) {
  return { url, public_url: url, proto, scheme, host, port, hostport };
}

/**
 * The bindings of an endpoint with this URL: those given, else those that it has, else what its host calls for.
 * @throws RequestError 400 when the host cannot be reached in that way
 */
function checkBindings(
  url: EndpointUrl,
  given: readonly Binding[] | undefined,
  current?: readonly Binding[],
): Binding[] {
  const [binding = url.defaultBinding] = given ?? current ?? [];
  const obstacle = obstacleOf(url, binding);
  if (obstacle === undefined) return [binding];
  throw given
    ? invalidField(['bindings', 0], `cannot be ${binding}: ${obstacle}`)
    : invalidField(['url'], `needs other bindings along with it, which cannot stay ${binding}: ${obstacle}`);
}

function obstacleOf({ isInternal }: EndpointUrl, binding: Binding): string | undefined {
  if (binding === 'public' && isInternal) return 'hosts under .internal are never publicly reachable';
  if (binding === 'internal' && !isInternal) return 'the host of the url must end in .internal';
  return undefined;
}

/**
 * A policy may only have phases that the endpoint's traffic goes through. A URL keeps its scheme, so that a policy that
 * was fine once stays so.
 * @throws RequestError 400 for another phase
 */
async function checkPhases({ proto }: EndpointUrl, policy: string | undefined): Promise<void> {
  if (policy === undefined || policy === '' || phasesOfProtocol[proto] === phases) return;
  const problem = checkPolicyPhases(await phasesOfPolicy(policy), proto);
  if (problem !== undefined) throw invalidField(['traffic_policy'], problem);
}

/** Several endpoints may serve one URL when each of them allows pooling. */
async function checkUrlIsFree(
  transaction: Transaction,
  url: string,
  pooling: boolean,
  ownId?: string,
): Promise<void> {
  for (const { record } of await endpointCollection.find(transaction, urlIndex, url)) {
    if (record.id === ownId || (pooling && record.pooling_enabled)) continue;
    const message = `url ${JSON.stringify(url)} is already served by ${record.id}`;
    throw new RequestError('ERR_ENDPOINT_URL_TAKEN', message, { field: 'url' });
  }
}

function checkIsCloud({ record: { id, type } }: { record: Endpoint }): void {
  if (type !== 'cloud') throw new RequestError('ERR_ENDPOINT_NOT_CLOUD', `${id} is an ${type} endpoint`);
}
