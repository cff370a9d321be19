import { CodedError } from '../../contract/errors/coded-error.ts';
import type { FromSchema, ObjectSchema } from '../../contract/schema/schema.ts';
import { type ValuePath, validate } from '../../contract/schema/validate.ts';
import { DocumentProblems } from '../../documents/problems.ts';
import type { Transaction } from '../../store/store.ts';
import { readAccount } from '../records/account.ts';
import { newId, type Service } from '../records/operation-context.ts';
import { type AgentItem, agentItem, agentList } from '../resources/agents/agents.ts';
import {
  sshCredentialCollection,
  type TunnelCredential,
  tunnelCredentialCollection,
} from '../resources/credentials.ts';
import { insertSeed } from '../seed/insert.ts';
import { seedLists } from '../seed/lists.ts';

const {
  id: _id,
  started_at: _start,
  online_from: _back,
  update_started_at: _update,
  ...members
} = agentItem.properties;

/** An agent that is to come online: what a seed has of one, but for its ids and times. */
const newAgent = { ...agentItem, properties: members } as const satisfies ObjectSchema;

export type NewAgent = FromSchema<typeof newAgent>;

/**
 * Brings an agent online by the rules of a seed, and answers with the id of its session. Without a credential it takes
 * the newest one of the account, and a tunnel credential is made where there is none.
 * @throws AgentRefusal
 */
export async function addAgent(service: Service, transaction: Transaction, agent: NewAgent): Promise<string> {
  const [problem] = validate(newAgent, agent);
  if (problem) throw new AgentRefusal(problem.path, problem.message);
  const account = await readAccount(transaction);
  if (!account) throw new Error('the data file holds no account');
  const { id } = await newId(transaction, service, 'ts');
  const credential_id =
    agent.credential_id ?? (await credentialFor(service, transaction, agent, account.adminId));
  const tunnels: AgentItem['tunnels'] = [];
  for (const tunnel of agent.tunnels ?? []) {
    // Else a seed makes the id from the tunnel's whole seconds, and what was made before in this second sorts after it.
    const endpoint =
      tunnel.url === undefined ? {} : { endpoint_id: (await newId(transaction, service, 'ep')).id };
    tunnels.push({ ...tunnel, ...endpoint });
  }
  const item: AgentItem = { ...agent, credential_id, id, tunnels };
  const seed = { [agentList.member]: [item] };
  const insertion = { lists: seedLists, seed, prepared: new Map(), ownerId: account.adminId };
  await insertSeed(service, transaction, insertion, new FirstProblem());
  return id;
}

async function credentialFor(
  service: Service,
  transaction: Transaction,
  { transport }: NewAgent,
  ownerId: string,
): Promise<string> {
  if (transport === 'ssh') {
    const [newest] = await transaction.list(sshCredentialCollection.name, { limit: 1 });
    if (newest) return newest.id;
    throw new AgentRefusal(
      ['credential_id'],
      'is required: the account has no SSH credential; make one with tunnelctl ssh-credentials create',
    );
  }
  const [newest] = await transaction.list(tunnelCredentialCollection, { limit: 1 });
  if (newest) return newest.id;
  const { id } = await newId(transaction, service, 'cr');
  const made: TunnelCredential = { id, description: 'simulated agents', metadata: '', acl: [], ownerId };
  await transaction.put(tunnelCredentialCollection, id, { ...made });
  return id;
}

/** Ends the work at the first problem: there is one agent. */
class FirstProblem extends DocumentProblems {
  constructor() {
    super(() => 'agent');
  }

  override add({ path, message }: Parameters<DocumentProblems['add']>[0]): never {
    // The agent stands at `agents[0]`.
    const sentence = message.replace('is neither in this seed nor in the account', 'is not in the account');
    throw new AgentRefusal(path.slice(2), sentence);
  }
}

/**
 * What a simulated agent cannot be. The message is a problem sentence without the field's name, which is that of the
 * agent's or its tunnel's member: `credential_id`; undefined for the whole.
 */
export class AgentRefusal extends CodedError {
  constructor(path: ValuePath, message: string) {
    const field = path.findLast((step): step is string => typeof step === 'string' && step !== 'tunnels');
    super('INVALID_AGENT', message, { field });
  }
}
