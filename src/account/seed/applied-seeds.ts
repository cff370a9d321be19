import { createHash } from 'node:crypto';
import { formatTimestamp, parseTimestamp } from '../../contract/rules/time.ts';
import type { Reader, Snapshot, Transaction } from '../../store/store.ts';
import { accountCollections } from '../records/account.ts';

const prefix = 'seed:';

/** What to put into an account: the content of a file, with what messages call the file, or the built-in account. */
export type SeedSource = { readonly name: string; readonly text: string } | 'demo';

/** What a seed is known by in an account that has it: `demo`, or the SHA-256 of a file's content. */
export function nameOfSeed(source: SeedSource): string {
  return source === 'demo' ? source : createHash('sha256').update(source.text).digest('hex');
}

export async function isApplied(reader: Reader, name: string): Promise<boolean> {
  return (await reader.get(accountCollections.settings, prefix + name)) !== undefined;
}

/** @param at milliseconds since 1970 */
export async function markApplied(transaction: Transaction, name: string, at: number): Promise<void> {
  const row = { appliedAt: formatTimestamp(at) };
  await transaction.put(accountCollections.settings, prefix + name, row);
}

/** A seed that an account has, as another seed has it. */
export interface AppliedSeed {
  readonly name: string;
  readonly applied_at: string;
}

/** Marks the seeds that are in an account which a seed brings along; of those that are known, nothing changes. */
export async function addAppliedSeeds(
  transaction: Transaction,
  seeds: readonly AppliedSeed[] = [],
): Promise<void> {
  for (const { name, applied_at: at } of seeds) {
    if (!(await isApplied(transaction, name))) await markApplied(transaction, name, parseTimestamp(at));
  }
}

/** The seeds that the account has. */
export async function appliedSeeds(snapshot: Snapshot): Promise<AppliedSeed[]> {
  const seeds: AppliedSeed[] = [];
  for await (const { id, data } of snapshot.rows(accountCollections.settings)) {
    if (id.startsWith(prefix))
      seeds.push({ name: id.slice(prefix.length), applied_at: String(data.appliedAt) });
  }
  return seeds;
}
