import { readAccount } from '../records/account.ts';
import type { Service } from '../records/operation-context.ts';
import { isApplied, markApplied, nameOfSeed } from './applied-seeds.ts';
import { insertSeed, type MissingSecret, prepareSeed, tellMissing } from './insert.ts';
import { SeedProblems } from './problems.ts';
import { type ReadSeed, readSeed } from './read.ts';
import { checkAdmin, checkClientAuthority, takeOverAccount } from './take-over.ts';

export { SeedError } from './problems.ts';

/** What to put into an account: the content of a file, with what messages call the file, or the built-in account. */
export type SeedSource = { readonly name: string; readonly text: string } | 'demo';

/** What a seed did. */
export interface SeedReport {
  /** How many items of each list of the seed were added. */
  readonly added: Readonly<Record<string, number>>;
  /** Secrets that it had no more than `<SECRET>` for; `warnings` says so in words. */
  readonly missingSecrets: readonly MissingSecret[];
  readonly warnings: readonly string[];
  readonly accountId: string;
  /** Whether the account became the seed's own; one that was in use stays what it is, and was added to. */
  readonly isAdopted: boolean;
}

/**
 * Puts a seed into the account, all of it or nothing, and answers with what it did. A seed that this file was given
 * before is left alone, so that a service can be started with the same seed again and again: then the answer is
 * undefined.
 * @throws SeedError telling where the seed is wrong, or which of its ids the account has already
 */
export async function applySeed(service: Service, source: SeedSource): Promise<SeedReport | undefined> {
  const name = nameOfSeed(source);
  return (await isApplied(service.store, name)) ? undefined : plant(service, source, name);
}

/**
 * Brings an exported account back, or adds it to one that is in use, all of it or nothing. Unlike a seed it leaves no
 * mark: a second import finds its own ids taken.
 * @throws SeedError as `applySeed`
 */
export async function importAccount(service: Service, source: SeedSource): Promise<SeedReport> {
  return (await plant(service, source)) as SeedReport;
}

/** @param name what marks the seed as applied; one that is marked already is left alone */
async function plant(service: Service, source: SeedSource, name?: string): Promise<SeedReport | undefined> {
  const { seed, problems } = await read(source);
  checkAdmin(seed, problems);
  checkClientAuthority(seed, problems);
  const prepared = await prepareSeed(service, seed, problems);
  problems.throwIfAny();
  return service.store.write(async (transaction) => {
    // Another process may have been first.
    if (name !== undefined && (await isApplied(transaction, name))) return undefined;
    const account = await readAccount(transaction);
    if (!account) throw new Error('the data file holds no account');
    const adopted = await takeOverAccount(transaction, service.vault, account, seed);
    const planting = { seed, prepared, ownerId: adopted.adminId };
    const missingSecrets = await insertSeed(service, transaction, planting, problems);
    problems.throwIfAny();
    if (name !== undefined) await markApplied(transaction, name, service.now());
    const lists = Object.entries(seed).filter(([, items]) => Array.isArray(items));
    const added = Object.fromEntries(lists.map(([member, items]) => [member, (items as unknown[]).length]));
    const warnings = missingSecrets.map(tellMissing);
    return { added, missingSecrets, warnings, accountId: adopted.id, isAdopted: adopted.isAdopted };
  });
}

async function read(source: SeedSource): Promise<ReadSeed> {
  if (source !== 'demo') return readSeed(source);
  const { demoSeed } = await import('./demo/demo.ts');
  return { seed: demoSeed, problems: new SeedProblems(() => 'demo') };
}
