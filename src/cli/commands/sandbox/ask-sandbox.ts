import type { Client } from '../../../client/client.ts';
import { ApiError, ResponseError } from '../../../client/errors.ts';
import { fillPath } from '../../../client/request.ts';
import { readResponse } from '../../../client/response.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import { connect } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { hasCode } from '../../errors/cli-error.ts';
import { dataFileOf } from './account-file.ts';
import { findSandbox, noSandbox, type SandboxTarget } from './sandbox-target.ts';

/** What is asked of a sandbox beside the API. */
export interface Asked {
  readonly id?: string;
  readonly query?: URLSearchParams;
  readonly body?: object;
  /** What a service that is no sandbox lacks, as a sentence: `it makes no faults`. */
  readonly lacks: string;
}

/**
 * Asks a sandbox for something beside the API. Throws what a client throws, and a CliError where the service is no
 * sandbox.
 * @returns the body of the answer, checked
 */
export async function askSandbox(
  client: Client,
  operation: Operation,
  { id, query, body, lacks }: Asked,
): Promise<unknown> {
  const path = fillPath(operation, id === undefined ? {} : { id });
  const target = query === undefined || query.size === 0 ? path : `${path}?${query}`;
  const sent = body && { body: Buffer.from(JSON.stringify(body)) };
  const response = await client.sendRaw({ method: operation.method, target, ...sent });
  try {
    return readResponse(operation, target, response, 'of the sandbox');
  } catch (error) {
    const isAnswer = error instanceof ApiError || error instanceof ResponseError;
    const isAboutRecord = id !== undefined || operation.method !== 'GET';
    if (!isAnswer || error.status !== 404 || (isAboutRecord && hasCode(error, 'ERR_NOT_FOUND'))) throw error;
    throw noSandbox(lacks);
  }
}

/**
 * Opens the sandbox that a command means, for as long as `use` takes: a service by its admin API, or a data file
 * through the same API in this process. Throws a CliError.
 * @param mustExist a data file must be there already: the command would have nothing to do with a new one
 */
export async function withSandbox<T>(
  context: CommandContext,
  { mustExist }: { mustExist: boolean },
  use: (client: Client, found: SandboxTarget) => Promise<T>,
): Promise<T> {
  const found = findSandbox(context);
  if (found.target.kind === 'sandbox' && mustExist) dataFileOf(found.context, { mustExist });
  const { client, close } = await connect(found.context);
  try {
    return await use(client, found);
  } finally {
    await close();
  }
}
