import type { NewAgent } from '../../account/agents/new-agent.ts';
import { type SimulatedAgents, simulatedAgents } from '../../account/agents/simulated-agents.ts';
import { invalidField } from '../../account/records/request-error.ts';
import { CodedError } from '../../contract/errors/coded-error.ts';
import type { FromSchema } from '../../contract/schema/schema.ts';
import { readParameters } from '../app/query.ts';
import { readBody, validateBody } from '../app/request-body.ts';
import type { RequestContext } from '../app/request-context.ts';
import type { AdminApiOptions } from './admin-handler.ts';
import { adminOperations } from './admin-operations.ts';

/** The agents that seem to be connected, newest first. */
export async function listAgents(context: RequestContext, options: AdminApiOptions): Promise<object> {
  return { agents: await agentsOf(context, options).list() };
}

/** Brings one on line and answers with its session. @throws RequestError naming the member that no agent can have */
export async function connectAgent(context: RequestContext, options: AdminApiOptions): Promise<object> {
  const agents = agentsOf(context, options);
  const body = await readBody(adminOperations.connectAgent, context, options);
  try {
    return await agents.connect(body as unknown as NewAgent);
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'INVALID_AGENT') throw error;
    throw invalidField(error.field === undefined ? [] : [error.field], error.message);
  }
}

/** Lets an agent have another version. */
export async function offerUpdate(
  context: RequestContext,
  options: AdminApiOptions,
  id: string,
): Promise<object> {
  const agents = agentsOf(context, options);
  const operation = adminOperations.offerUpdate;
  const body = await readBody(operation, context, options);
  await validateBody(operation.body, body);
  const { offered_version, refuses_updates = false } = body as FromSchema<typeof operation.body>;
  return agents.offerUpdate(id, offered_version, refuses_updates);
}

/** Takes an agent off line, as if it had ended. */
export async function disconnectAgent(
  context: RequestContext,
  options: AdminApiOptions,
  id: string,
): Promise<object> {
  const agents = agentsOf(context, options);
  await readBody(adminOperations.disconnectAgent, context, options);
  await agents.disconnect(id);
  return { disconnected: id };
}

function agentsOf({ query, baseUrl }: RequestContext, options: AdminApiOptions): SimulatedAgents {
  readParameters(query, []);
  return simulatedAgents(options, baseUrl);
}
