import { LocalError } from './local-error.ts';
import type { LocalErrorCode } from './local-errors.ts';

/** By name: the classes belong to the service, which is loaded only by who runs it. */
const codes: Readonly<Record<string, LocalErrorCode>> = {
  StoreFileError: 'DATA_FILE_UNUSABLE',
  StoreUnavailableError: 'DATA_FILE_UNAVAILABLE',
  SeedError: 'SEED_REFUSED',
};

/** Gives what the service throws about its data file and about seeds its code and exit code. */
export async function tellingDataFileErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error ? codes[error.name] : undefined;
    throw code === undefined ? error : new LocalError(code, (error as Error).message);
  }
}
