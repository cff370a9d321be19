import { createHash } from 'node:crypto';
import { formatTimestamp } from '../../contract/rules/time.ts';
import { accountCollections, readAccount } from '../account.ts';
import type { Service } from '../call.ts';
import { adoptAccount, checkAdmin } from './adoption.ts';
import { plantSeed, prepareSeed } from './planting.ts';
import { SeedProblems } from './problems.ts';
import { type ReadSeed, readSeed } from './read.ts';

export { SeedError } from './problems.ts';

/** What to put into an account: the content of a file, with what messages call the file, or the built-in account. */
export type SeedSource = { readonly name: string; readonly text: string } | 'demo';

/**
 * Puts a seed into the account, all of it or nothing. A seed that this file was given before is left alone, so
 * that a service can be started with the same seed again and again.
 * @throws SeedError telling where the seed is wrong, or which of its ids the account has already
 */
export async function applySeed(service: Service, source: SeedSource): Promise<void> {
  const { store } = service;
  const key = `seed:${source === 'demo' ? source : createHash('sha256').update(source.text).digest('hex')}`;
  if (await store.get(accountCollections.settings, key)) return;
  const { seed, problems } = await read(source);
  checkAdmin(seed, problems);
  const prepared = await prepareSeed(service, seed, problems);
  problems.throwIfAny();
  await store.write(async (transaction) => {
    // Another process may have been first.
    if (await transaction.get(accountCollections.settings, key)) return;
    const account = await readAccount(transaction);
    if (!account) throw new Error('the data file holds no account');
    const ownerId = await adoptAccount(transaction, account, seed);
    await plantSeed(service, transaction, { seed, prepared, ownerId }, problems);
    problems.throwIfAny();
    await transaction.put(accountCollections.settings, key, { appliedAt: formatTimestamp(service.now()) });
  });
}

async function read(source: SeedSource): Promise<ReadSeed> {
  if (source !== 'demo') return readSeed(source);
  const { demoSeed } = await import('./demo/demo.ts');
  return { seed: demoSeed, problems: new SeedProblems(() => 'demo') };
}
