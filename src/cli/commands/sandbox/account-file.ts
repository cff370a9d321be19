import { existsSync } from 'node:fs';
import type { AccountFile, SeedSource } from '../../../hosting/account-file.ts';
import { dataFile, dataFilePath } from '../../connect/data-file.ts';
import type { CommandContext } from '../../context.ts';
import { CliError } from '../../errors/cli-error.ts';
import { longest } from '../../input/longest.ts';
import { inputFile } from '../../input/named-file.ts';
import type { ValueType } from '../../parser/options.ts';
import { requireDataFile } from './sandbox-target.ts';

/**
 * The path of the data file that a command works on. Throws a CliError.
 * @param mustExist it must be there already: the command would have nothing to do with a new one
 */
export function dataFileOf(
  { options, streams }: CommandContext,
  { mustExist }: { mustExist: boolean },
): string {
  const path = dataFilePath(options.data, streams);
  if (mustExist && !existsSync(path)) {
    throw new CliError('NO_DATA_FILE', `there is no data file ${path}`, {
      hint: 'tunnelctl serve makes one, and so does any command with --sandbox; --data names another',
      next: ['tunnelctl --sandbox endpoints list'],
    });
  }
  return path;
}

/**
 * Opens the data file that a command means for as long as `use` takes. Throws a CliError, also where it means a service.
 * @param verb the words of the command, as the error names it
 */
export async function withAccountFile<T>(
  context: CommandContext,
  { verb, mustExist }: { verb: string; mustExist: boolean },
  use: (opened: { path: string; account: AccountFile }) => Promise<T>,
): Promise<T> {
  const found = requireDataFile(context, verb);
  const path = dataFileOf(found, { mustExist });
  const { openAccountFile } = await import('../../../hosting/account-file.ts');
  const account = await openAccountFile(dataFile(found.options.data, found.streams));
  try {
    return await use({ path, account });
  } finally {
    await account.close();
  }
}

/** How many objects of each kind there are, in words for people: `12 ssh credentials`. */
export function countLines(objects: Readonly<Record<string, number>>): string[] {
  return Object.entries(objects).map(([collection, count]) => `${count} ${collection.replace(/[_/]/g, ' ')}`);
}

/** A seed in a file, read whole; `-` is stdin. */
export const seedText: ValueType<Exclude<SeedSource, 'demo'>> = {
  hint: { path: 'file' },
  async read(given, flag, context) {
    const { name, text } = inputFile.read(given, flag, context);
    return { name, text: await text(longest.document) };
  },
};

/** What an account can be given to start with: the demo account, or a seed in a file. */
export const seedSource: ValueType<SeedSource> = {
  hint: { path: 'file', words: ['demo'] },
  read: (given, flag, context) => (given === 'demo' ? given : seedText.read(given, flag, context)),
};
