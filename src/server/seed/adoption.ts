import type { Transaction } from '../../store/store.ts';
import { type Account, accountCollections, writeAccount } from '../account.ts';
import type { AnySeedKind } from './kind.ts';
import { seedKinds } from './kinds.ts';
import type { SeedProblems } from './problems.ts';
import type { Seed } from './schema.ts';

/** Notes an `admin_id` that is not an admin of the seed. */
export function checkAdmin({ account, users = [] }: Seed, problems: SeedProblems): void {
  const id = account?.admin_id;
  if (id === undefined || users.some((user) => user.id === id && user.admin)) return;
  problems.add({
    path: ['account', 'admin_id'],
    message: 'is not the id of an admin among the users of the seed',
  });
}

/**
 * Gives the account what a seed says of it, and answers with the admin who owns what the seed gives no owner.
 * An account that holds nothing yet but what it was made with becomes the seed's: its id and, where the seed
 * names one, its admin take the place of those that were made, and so do its authorities. So a fresh file with
 * a seed of a whole account holds just that, and an import brings an account back as it was. An account in use
 * stays what it is, with its own id and admin, and the seed adds to it.
 */
export async function adoptAccount(
  transaction: Transaction,
  account: Account,
  { account: given = {}, ssh_certificate_authorities = [] }: Seed,
): Promise<string> {
  const { id, admin_id: adminId, may_report_abuse: mayReportAbuse = account.mayReportAbuse } = given;
  if (!(await isUnused(transaction, account))) {
    await writeAccount(transaction, { ...account, mayReportAbuse });
    return account.adminId;
  }
  if (adminId !== undefined) {
    await transaction.delete(users, account.adminId);
    if (ssh_certificate_authorities.length > 0) await dropAuthority(transaction);
  }
  const adopted: Account = { id: id ?? account.id, adminId: adminId ?? account.adminId, mayReportAbuse };
  await writeAccount(transaction, adopted);
  return adopted.adminId;
}

const { users, authorities } = accountCollections;

async function isUnused(transaction: Transaction, { adminId }: Account): Promise<boolean> {
  for (const collection of seedKinds.flatMap(collectionsOf)) {
    const rows = await transaction.list(collection, { limit: 2 });
    const isMade = collection === users ? rows[0]?.id === adminId : collection === authorities;
    if (rows.length > (isMade ? 1 : 0)) return false;
  }
  return true;
}

function collectionsOf({ collection, nested = [] }: AnySeedKind): string[] {
  return [collection, ...nested.flatMap(collectionsOf)];
}

async function dropAuthority(transaction: Transaction): Promise<void> {
  for (const { id } of await transaction.list(authorities, { limit: 1 })) {
    await transaction.delete(authorities, id);
  }
}
