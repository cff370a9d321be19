import { ApiError } from '../../../../client/api-error.ts';
import { CodedError } from '../../../../contract/errors/coded-error.ts';
import { type ErrorCode, errors } from '../../../../contract/errors/errors.ts';
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

function told(error: unknown): unknown {
  if (!(error instanceof CodedError)) return error;
  const { code, field, message } = error;
  if (code === 'INVALID_AGENT') {
    if (field === undefined) return new UsageError(message);
    const flag = flags[field] ?? `--${kebab(field)}`;
    return new UsageError(message.startsWith('"') ? `${flag}: ${message}` : `${flag} ${message}`);
  }
  if (!Object.hasOwn(errors, code)) return error;
  return new ApiError({
    error_code: code,
    status_code: errors[code as ErrorCode].status,
    msg: message,
    details: { operation_id: '' },
  });
}
