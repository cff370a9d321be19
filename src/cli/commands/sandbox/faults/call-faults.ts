import type { Command } from 'commander';
import { ApiError } from '../../../../client/api-error.ts';
import { readResponse } from '../../../../client/response.ts';
import { ResponseError } from '../../../../client/response-error.ts';
import type { Operation } from '../../../../contract/schema/resource.ts';
import { sandboxFault } from '../../../../hosting/admin-api.ts';
import { connect } from '../../../connect/connection.ts';
import type { CommandContext } from '../../../context.ts';
import { LocalError } from '../../../errors/local-error.ts';
import { UsageError } from '../../../errors/usage-error.ts';
import { createStdinReader } from '../../../input/stdin-reader.ts';
import { createTextSource } from '../../../input/text-source.ts';
import { type GlobalOptions, readGlobalOptions } from '../../../parser/global-options.ts';
import { findTarget } from '../../../settings/target.ts';

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
 * Asks a running service about its faults, or changes them.
 * @throws UsageError where no running service is meant, LocalError where it is no sandbox
 */
export async function callFaults(
  request: FaultsRequest,
  command: Command,
  context: CommandContext,
): Promise<{ answer: FaultsAnswer; options: GlobalOptions }> {
  const { streams } = context;
  const options = readGlobalOptions(command);
  if (options.data !== undefined || findTarget(options, streams).kind === 'sandbox') {
    throw new UsageError(
      'only a running service makes faults; a data file has none',
      'give the address of tunnelctl serve with --base-url, a profile or TUNNELCTL_BASE_URL',
    );
  }
  const texts = createTextSource(streams, createStdinReader(streams));
  const { client, close } = await connect(options, streams, texts);
  try {
    const { method, query = '', body } = request;
    const target = `${path}${query}`;
    const response = await client.sendRaw({
      method,
      target,
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
    });
    const answer = readResponse({ ...operation, method }, target, response, 'of the sandbox') as FaultsAnswer;
    return { answer, options };
  } catch (error) {
    if (isUnknownPath(error)) throw noSandbox();
    throw error instanceof ApiError && error.field === 'faults' ? new UsageError(error.message) : error;
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
  return error instanceof ApiError
    ? error.code === 'ERR_UNKNOWN_PATH'
    : error instanceof ResponseError && error.status === 404;
}

function noSandbox(): LocalError {
  return new LocalError('NO_SANDBOX', 'the service is no sandbox: it makes no faults', {
    hint: 'give the address of tunnelctl serve',
  });
}
