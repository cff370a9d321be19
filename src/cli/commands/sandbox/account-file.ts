import type { AccountFile } from '../../../hosting/account-file.ts';
import { dataFile, dataFilePath } from '../../connect/data-file.ts';
import { tellingDataFileErrors } from '../../errors/data-file-error.ts';
import { LocalError } from '../../errors/local-error.ts';
import type { GlobalOptions } from '../../parser/global-options.ts';
import { sandboxUrl } from '../../settings/target.ts';
import type { Streams } from '../../streams.ts';

/** The data file that a command is about, open, and what it is called. */
export interface OpenAccountFile {
  readonly path: string;
  readonly account: AccountFile;
}

/**
 * Opens the sandbox's data file, `--data` or the default one, for as long as `use` takes.
 * @param isNeeded whether it must be there already, for a command that would have nothing to do with a new one
 */
export async function withAccountFile<T>(
  options: GlobalOptions,
  streams: Streams,
  isNeeded: boolean,
  use: (opened: OpenAccountFile) => Promise<T>,
): Promise<T> {
  const { openAccountFile, hasAccountFile } = await import('../../../hosting/account-file.ts');
  const path = dataFilePath(options.data, streams);
  if (isNeeded && !hasAccountFile(path)) {
    throw new LocalError('NO_DATA_FILE', `there is no data file ${path}`, {
      hint: 'tunnelctl serve makes one, and so does any command with --sandbox; --data names another',
      next: ['tunnelctl --sandbox endpoints list'],
    });
  }
  return tellingDataFileErrors(async () => {
    const account = await openAccountFile(dataFile(options.data, streams), sandboxUrl);
    try {
      return await use({ path, account });
    } finally {
      await account.close();
    }
  });
}
