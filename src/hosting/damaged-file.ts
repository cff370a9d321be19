import { existsSync, rmSync } from 'node:fs';
import { type Account, accountCollections, opens } from '../account/records/account.ts';
import { tickOfId } from '../account/records/identifiers.ts';
import { sealedTexts } from '../account/records/sealed-secrets.ts';
import { createVault, type Vault } from '../account/records/vault.ts';
import { type RecoveryReport, recoverFile } from '../store/sqlite/integrity/file-recovery.ts';
import { type FileReport, reportOn } from '../store/sqlite/integrity/file-report.ts';
import { keyFileOf, placeKeyFile, readKey, readKeyFile } from './key-file.ts';

export type { LostRows } from '../store/sqlite/integrity/lost-rows.ts';

/** What a look at everything in a data file and its key found. */
export interface AccountFileReport extends FileReport {
  /** Undefined where it is lost. */
  readonly accountId: string | undefined;
}

/**
 * Reads everything in the data file, and changes nothing; a service may have it open.
 * @throws StoreFileError when it is no data file of ours, or a newer one
 */
export async function checkAccountFile(file: string): Promise<AccountFileReport> {
  const { vault, problem } = vaultOf(file);
  let account: Account | undefined;
  const users = new Set<string>();
  let unopened = 0;
  const report = await reportOn(file, ({ collection, id, text }) => {
    const data = JSON.parse(text) as object;
    if (collection === accountCollections.settings && id === 'account') account = data as Account;
    if (collection === accountCollections.users) users.add(id);
    for (const sealed of vault ? sealedTexts(data) : []) if (!opens(vault as Vault, sealed)) unopened++;
    return undefined;
  });
  const problems = [
    ...(problem === undefined ? [] : [problem]),
    ...(unopened === 0
      ? []
      : [`${unopened} of its secrets cannot be opened with the key in ${keyFileOf(file)}`]),
    ...(account === undefined ? ['it holds no account'] : []),
    ...(account !== undefined && !users.has(account.adminId)
      ? [`the admin of the account, ${account.adminId}, is lost`]
      : []),
  ];
  return {
    ...report,
    accountId: account?.id,
    problems: [...report.problems, ...problems],
    problemCount: report.problemCount + problems.length,
  };
}

/** What was saved into a new file. */
export interface RecoveredFile extends RecoveryReport {
  /** Whether its key was there, too, and was copied. */
  readonly hasKey: boolean;
}

/**
 * Saves what is sound in the data file `from` into the new file `to`, with a copy of the key beside it.
 * @throws StoreFileError when `from` is no data file of ours, the system's error (EEXIST) when `to` or its key is there
 */
export async function recoverAccountFile(from: string, to: string): Promise<RecoveredFile> {
  const key = keyFileOf(from);
  const hasKey = existsSync(key);
  // Before the file has its name: one that outlives a power cut without its key is refused.
  if (hasKey) await placeKeyFile(keyFileOf(to), readKeyFile(key));
  try {
    const report = await recoverFile(from, to, {
      row: ({ id }) => tickOfId(id),
      entry: (entry) => {
        const [milliseconds, counter] = (entry as { tick?: number[] }).tick ?? [];
        return milliseconds === undefined || counter === undefined ? undefined : { milliseconds, counter };
      },
    });
    return { ...report, hasKey };
  } catch (error) {
    if (hasKey) rmSync(keyFileOf(to), { force: true });
    throw error;
  }
}

function vaultOf(file: string): { vault?: Vault; problem?: string } {
  const key = keyFileOf(file);
  if (!existsSync(key)) return { problem: `its key ${key} is missing: none of its secrets can be opened` };
  try {
    return { vault: createVault(readKey(key).key) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
