import type { AccountFile, SeedSource } from '../../../hosting/account-file.ts';
import { dataFile, dataFilePath } from '../../connect/data-file.ts';
import type { CommandContext } from '../../context.ts';
import { CliError } from '../../errors/cli-error.ts';
import { inputFile } from '../../input/named-file.ts';
import type { ValueType } from '../../parser/options.ts';
import { sandboxUrl } from '../../settings/target.ts';

/**
 * Opens the sandbox's data file, `--data` or the default one, for as long as `use` takes. Throws a CliError.
 * @param mustExist it must be there already: the command would have nothing to do with a new one
 */
export async function withAccountFile<T>(
  { options, streams }: CommandContext,
  { mustExist }: { mustExist: boolean },
  use: (opened: { path: string; account: AccountFile }) => Promise<T>,
): Promise<T> {
  const { openAccountFile, hasAccountFile } = await import('../../../hosting/account-file.ts');
  const path = dataFilePath(options.data, streams);
  if (mustExist && !hasAccountFile(path)) {
    throw new CliError('NO_DATA_FILE', `there is no data file ${path}`, {
      hint: 'tunnelctl serve makes one, and so does any command with --sandbox; --data names another',
      next: ['tunnelctl --sandbox endpoints list'],
    });
  }
  const account = await openAccountFile(dataFile(options.data, streams), sandboxUrl);
  try {
    return await use({ path, account });
  } finally {
    await account.close();
  }
}

/** Collections whose rows are no objects of the account. */
const inward = new Set(['settings', 'deleted_api_keys']);

/** The counts of what an account holds, without what the sandbox keeps for itself. */
export function objectCounts(rows: Readonly<Record<string, number>>): [collection: string, count: number][] {
  return Object.entries(rows).filter(([collection]) => !inward.has(collection));
}

/** How many objects of each kind there are, in words for people: `12 ssh credentials`. */
export function countLines(rows: Readonly<Record<string, number>>): string[] {
  return objectCounts(rows).map(([collection, count]) => `${count} ${collection.replace(/[_/]/g, ' ')}`);
}

/** A seed in a file, read whole; `-` is stdin. */
export const seedText: ValueType<Exclude<SeedSource, 'demo'>> = {
  hint: { path: 'file', words: ['-'] },
  async read(given, flag, context) {
    const { name, text } = inputFile.read(given, flag, context);
    return { name, text: await text() };
  },
};

/** What an account can be given to start with: the demo account, or a seed in a file. */
export const seedSource: ValueType<SeedSource> = {
  hint: { path: 'file', words: ['demo'] },
  read: (given, flag, context) => (given === 'demo' ? given : seedText.read(given, flag, context)),
};
