import { isIP } from 'node:net';
import { metadata } from '../../../contract/resources/members.ts';
import { quote } from '../../../contract/rules/rule.ts';
import { parseTimestamp } from '../../../contract/rules/time.ts';
import type { FromSchema, ObjectSchema } from '../../../contract/schema/schema.ts';
import type { Stored } from '../../records/collection.ts';
import { collectionOfId, refTo } from '../../records/references.ts';
import { invalidField } from '../../records/request-error.ts';
import { defineSeedList, omitEmpty, omitUndefined, startedAt } from '../../rules/seed-list.ts';
import { idSchema, startedAt as startedAtMember, word } from '../../rules/seed-members.ts';
import { isSshCredential, ownerOfCredential } from '../credentials.ts';
import type { AgentState } from './agent-state.ts';
import { type TunnelSession, tunnelSessionCollection } from './tunnel-sessions.ts';
import { defaultRegion, onlineFrom, tunnelItem, tunnelItemsOf, tunnelList } from './tunnels.ts';

const defaultTransport = 'tunnelctl/2';

export const agentItem = {
  type: 'object',
  additionalProperties: false,
  required: ['os', 'agent_version', 'ip'],
  properties: {
    id: { ...idSchema('ts'), description: 'id of its session' },
    started_at: startedAtMember,
    os: { ...word, description: 'operating system: linux, darwin, windows' },
    agent_version: { ...word, description: 'version of the agent' },
    transport: {
      type: 'string',
      pattern: '^(?:[a-z][a-z0-9-]*/2|ssh)$',
      description: 'protocol: <vendor>/2 or ssh; by the kind of its credential when not given',
    },
    ip: { ...word, description: 'source address' },
    region: { ...word, default: defaultRegion, description: 'region that it is connected to' },
    credential_id: {
      type: 'string',
      'x-refers-to': 'credentials',
      description: 'tunnel credential, or SSH credential for an agent over SSH',
    },
    deleted_credential_id: {
      type: 'string',
      pattern: '^(?:cr|sshcr)_[0-9A-Za-z]{27}$',
      description: 'in place of credential_id: a credential that was deleted after the agent connected',
    },
    metadata,
    online_from: {
      type: 'string',
      format: 'date-time',
      description:
        'when it is back after a restart, to the millisecond; it is online all the time when not given',
    },
    update_started_at: {
      type: 'string',
      format: 'date-time',
      description: 'when it was told to update, to the millisecond, if it was not restarted since',
    },
    offers_update: { ...word, description: 'newest version that it can get' },
    refuses_updates: {
      type: 'boolean',
      default: false,
      description: 'whether its configuration forbids it to look for updates',
    },
    tunnels: { type: 'array', items: tunnelItem, description: 'its tunnels' },
  },
} as const satisfies ObjectSchema;

/** An agent that is online, with the tunnels that it holds open. */
export type AgentItem = FromSchema<typeof agentItem>;

/** Agents of a seed: their sessions, with tunnels, and these with their endpoints. */
export const agentList = defineSeedList({
  member: 'agents',
  prefix: 'ts',
  collection: tunnelSessionCollection.name,
  description: 'agents that are online',
  item: agentItem,
  insert({ transaction }, { head, item }) {
    if (isIP(item.ip) === 0) throw invalidField(['ip'], `${quote(item.ip)} is not an IP address`);
    const credentialId = credentialOf(item);
    const isSsh = isSshCredential(credentialId);
    const transport = item.transport ?? (isSsh ? 'ssh' : defaultTransport);
    if ((transport === 'ssh') !== isSsh) {
      const kind = isSsh ? 'ssh with an SSH credential' : '<vendor>/2 with a tunnel credential';
      throw invalidField(['transport'], `must be ${kind}`);
    }
    const started = item.update_started_at;
    return tunnelSessionCollection.insert(transaction, {
      record: {
        id: head.id,
        uri: head.uri,
        started_at: head.created_at,
        agent_version: item.agent_version,
        credential: refTo(credentialId),
        ip: item.ip,
        metadata: item.metadata ?? '',
        os: item.os,
        region: item.region ?? defaultRegion,
        transport,
      },
      hidden: omitUndefined({
        refusesUpdates: item.refuses_updates,
        ...onlineFrom(item),
        offeredVersion: item.offers_update,
        updateStartedAt: started === undefined ? undefined : parseTimestamp(started),
      }),
    });
  },
  nested: [tunnelList],
  async toItem(row, { snapshot }) {
    const { record, hidden } = row as unknown as Stored<TunnelSession, AgentState>;
    const { id, os, agent_version, transport, ip, region, metadata, credential } = record;
    const { onlineFrom, updateStartedAt, offeredVersion, refusesUpdates } = hidden;
    const isThere = (await snapshot.get(collectionOfId(credential.id) ?? '', credential.id)) !== undefined;
    const owner = isThere ? await ownerOfCredential(snapshot, credential.id) : undefined;
    const tunnels = await tunnelItemsOf(snapshot, record, owner);
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
      ...omitUndefined({
        online_from: toMillisecond(onlineFrom),
        update_started_at: toMillisecond(updateStartedAt),
        offers_update: offeredVersion,
        refuses_updates: refusesUpdates,
      }),
      ...(tunnels.length > 0 && { tunnels }),
    };
  },
});

/** @throws RequestError unless there is exactly one */
function credentialOf({ credential_id: id, deleted_credential_id: deletedId }: AgentItem): string {
  const given = id ?? deletedId;
  if (given === undefined) throw invalidField(['credential_id'], 'is required');
  if (id === undefined || deletedId === undefined) return given;
  throw invalidField(['deleted_credential_id'], 'is only accepted without credential_id');
}

function toMillisecond(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
