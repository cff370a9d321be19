import { CodedError } from '../../contract/errors/coded-error.ts';
import { LocalError } from './local-error.ts';
import type { LocalErrorCode } from './local-errors.ts';

/** Not read off `localErrors`, which only a command that fails loads. */
const codes: ReadonlySet<string> = new Set<LocalErrorCode>([
  'DATA_FILE_UNUSABLE',
  'DATA_FILE_UNAVAILABLE',
  'SEED_REFUSED',
  'USAGE',
]);

/** Gives what the service throws about its data file, about seeds and about options its exit code. */
export async function tellingDataFileErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CodedError && codes.has(error.code))) throw error;
    throw new LocalError(error.code as LocalErrorCode, error.message, { hint: error.hint });
  }
}
