import { ApiError } from '../../client/api-error.ts';
import { type ErrorCode, errors } from '../../contract/errors/errors.ts';
import { CliError } from './cli-error.ts';
import type { LocalErrorCode } from './local-errors.ts';

// By name until the service's errors have codes of their own, and this table goes: the classes belong to the service,
// which is loaded only by who runs it.
const codes: Readonly<Record<string, LocalErrorCode>> = {
  AgentRefusal: 'USAGE',
  ServeOptionError: 'USAGE',
  StoreFileError: 'DATA_FILE_UNUSABLE',
  StoreUnavailableError: 'DATA_FILE_UNAVAILABLE',
  SeedError: 'SEED_REFUSED',
};

/** What errors of the service say besides their message, where they do. */
type ServiceError = Error & {
  readonly code?: ErrorCode;
  readonly hint?: string;
  /** The member at fault; the message is then a sentence without its name. */
  readonly member?: string | undefined;
};

/** The options that stand for members: `credential_id` for `--credential`. */
export type MemberFlags = Readonly<Record<string, string>>;

/**
 * Gives what the service in this process throws a code of ours, or the API's, and names the options at fault. Throws a
 * CliError or an ApiError; other errors stay as they are.
 */
export async function translateServiceErrors<T>(work: () => Promise<T>, flags: MemberFlags = {}): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Error ? translated(error, flags) : error;
  }
}

function translated(error: ServiceError, flags: MemberFlags): Error {
  const { name, message, hint, member } = error;
  if (name === 'RequestError' && error.code !== undefined) return refusal(error.code, message);
  if (!Object.hasOwn(codes, name)) return error;
  const field = member === undefined ? undefined : (flags[member] ?? member);
  const subject = field === undefined ? '' : `${field}${message.startsWith('"') ? ':' : ''} `;
  return new CliError(codes[name] as LocalErrorCode, subject + message, { field, hint });
}

/** What the API would have answered. */
function refusal(code: ErrorCode, message: string): ApiError {
  const { status } = errors[code];
  return new ApiError({ error_code: code, status_code: status, msg: message, details: { operation_id: '' } });
}
