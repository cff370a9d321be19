import { DocumentProblems } from '../../documents/problems.ts';
import { readAccount } from '../records/account.ts';
import type { Service } from '../records/operation-context.ts';
import type { SeedList } from '../rules/seed-list.ts';
import { isApplied, markApplied, nameOfSeed, type SeedSource } from './account-item.ts';
import { insertSeed, type MissingSecret, prepareSeed } from './insert.ts';
import { seedLists } from './lists.ts';
import { type ReadSeed, readSeed } from './read.ts';
import { checkAccount, takeOverAccount } from './take-over.ts';

export type { SeedSource } from './account-item.ts';

/** What a seed did. */
export interface SeedReport {
  /** How many items of each list of the seed were added. */
  readonly added: Readonly<Record<string, number>>;
  /** Secrets that it had no more than `<SECRET>` for; `warnings` says so in words. */
  readonly missingSecrets: readonly Omit<MissingSecret, 'advice'>[];
  readonly warnings: readonly string[];
  readonly accountId: string;
  /** Whether the account became the seed's own; one that was in use stays what it is, and was added to. */
  readonly isTakenOver: boolean;
}

/**
 * Puts a seed into the account, all of it or nothing, and answers with what it did. A seed that this file was given
 * before is left alone, so that a service can be started with the same seed again and again: then the answer is
 * undefined.
 * @throws DocumentError telling where the seed is wrong, or which of its ids the account has already
 */
export async function applySeed(
  service: Service,
  source: SeedSource,
  lists = seedLists,
): Promise<SeedReport | undefined> {
  const name = nameOfSeed(source);
  return (await isApplied(service.store, name)) ? undefined : addSeed(service, source, lists, name);
}

/**
 * Brings an exported account back, or adds it to one that is in use, all of it or nothing. Unlike a seed it leaves no
 * mark: a second import finds its own ids taken.
 * @throws DocumentError as `applySeed`
 */
export async function importAccount(
  service: Service,
  source: SeedSource,
  lists = seedLists,
): Promise<SeedReport> {
  return (await addSeed(service, source, lists)) as SeedReport;
}

/** @param name what marks the seed as applied; one that is marked already is left alone */
async function addSeed(
  service: Service,
  source: SeedSource,
  lists: readonly SeedList[],
  name?: string,
): Promise<SeedReport | undefined> {
  const { seed, problems } = await read(source, lists);
  checkAccount(seed, problems);
  const prepared = await prepareSeed(service, lists, seed, problems);
  problems.throwIfAny();
  return service.store.write(async (transaction) => {
    // Another process may have been first.
    if (name !== undefined && (await isApplied(transaction, name))) return undefined;
    const before = await readAccount(transaction);
    if (!before) throw new Error('the data file holds no account');
    const { vault } = service;
    const account = await takeOverAccount(transaction, { vault, lists }, before, seed);
    const insertion = { lists, seed, prepared, ownerId: account.adminId };
    const missing = await insertSeed(service, transaction, insertion, problems);
    problems.throwIfAny();
    if (name !== undefined) await markApplied(transaction, name, service.now());
    const given = Object.entries(seed).filter(([, items]) => Array.isArray(items));
    return {
      added: Object.fromEntries(given.map(([member, items]) => [member, (items as unknown[]).length])),
      missingSecrets: missing.map(({ id, member }) => ({ id, member })),
      warnings: missing.map(({ advice }) => advice),
      accountId: account.id,
      isTakenOver: account.isTakenOver,
    };
  });
}

async function read(source: SeedSource, lists: readonly SeedList[]): Promise<ReadSeed> {
  if (source !== 'demo') return readSeed(source, lists);
  const { demoSeed } = await import('./demo/demo.ts');
  return { seed: demoSeed, problems: new DocumentProblems(() => 'demo') };
}
