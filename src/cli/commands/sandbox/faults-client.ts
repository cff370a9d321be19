import { ApiError, ResponseError } from '../../../client/errors.ts';
import { readResponse } from '../../../client/response.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import { sandboxFault } from '../../../hosting/admin-api.ts';
import { connect } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, hasCode, usageError } from '../../errors/cli-error.ts';
import { findTarget } from '../../settings/target.ts';

/** A fault of a running service. */
export interface RunningFault {
  readonly id: string;
  readonly fault: string;
  readonly matched: number;
  readonly disturbed: number;
}

/** What a service answers about its faults. */
export interface FaultsAnswer {
  readonly faults: readonly RunningFault[];
  /** Repeats the run, as `serve --fault-seed`. */
  readonly seed: number;
}

interface FaultsRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly query?: string;
  readonly body?: object;
}

/**
 * Asks a running service about its faults, or changes them. Throws what a client throws, and a CliError where no
 * running service is meant, or where it is no sandbox.
 */
export async function callFaults(
  { method, query = '', body }: FaultsRequest,
  context: CommandContext,
): Promise<FaultsAnswer> {
  if (context.options.data !== undefined || findTarget(context).kind === 'sandbox') {
    throw usageError('only a running service makes faults; a data file has none', {
      hint: 'give the address of tunnelctl serve with --base-url, a profile or TUNNELCTL_BASE_URL',
    });
  }
  const { client, close } = await connect(context);
  try {
    const target = `${path}${query}`;
    const response = await client.sendRaw({
      method,
      target,
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
    });
    return readResponse({ ...operation, method }, target, response, 'of the sandbox') as FaultsAnswer;
  } catch (error) {
    if (isUnknownPath(error)) throw noSandbox();
    throw error instanceof ApiError && error.field === 'faults' ? usageError(error.message) : error;
  } finally {
    await close();
  }
}

const path = '/sandbox/v1/faults';

const operation: Omit<Operation, 'method'> = {
  path,
  summary: 'Faults',
  status: 200,
  returns: {
    type: 'object',
    required: ['faults', 'seed'],
    properties: { faults: { type: 'array', items: sandboxFault }, seed: { type: 'integer' } },
  },
  examples: [],
};

function isUnknownPath(error: unknown): boolean {
  return hasCode(error, 'ERR_UNKNOWN_PATH') || (error instanceof ResponseError && error.status === 404);
}

function noSandbox(): CliError {
  return new CliError('NO_SANDBOX', 'the service is no sandbox: it makes no faults', {
    hint: 'give the address of tunnelctl serve',
  });
}
