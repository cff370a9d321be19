import { ApiError } from '../../../../client/api-error.ts';
import { type ErrorCode, errors } from '../../../../contract/errors/errors.ts';
import type { AgentRefusal } from '../../../../hosting/index.ts';
import { UsageError } from '../../../errors/usage-error.ts';
import { kebab } from '../../../operation/flags.ts';

/** Members that the command line calls otherwise. */
const flags: Readonly<Record<string, string>> = {
  labels: '--label',
  credential_id: '--credential',
  agent_version: '--agent-version',
  offers_update: '--offers-update',
};

/** Says what the service refused as a command does: naming the flag, or with the API's own code. */
export async function tellingAgentErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw told(error);
  }
}

// By name: the classes belong to the service, which is loaded only by who runs it.
function told(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'AgentRefusal') {
    const { member, message } = error as AgentRefusal;
    if (member === undefined) return new UsageError(message);
    const flag = flags[member] ?? `--${kebab(member)}`;
    return new UsageError(message.startsWith('"') ? `${flag}: ${message}` : `${flag} ${message}`);
  }
  if (error.name !== 'RequestError') return error;
  const code = (error as Error & { code: ErrorCode }).code;
  return new ApiError({
    error_code: code,
    status_code: errors[code].status,
    msg: error.message,
    details: { operation_id: '' },
  });
}
