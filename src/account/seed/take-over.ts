import type { DocumentProblems } from '../../documents/problems.ts';
import type { Transaction } from '../../store/store.ts';
import { writeClientAuthority } from '../certificates/x509/client-certificates.ts';
import { type Account, accountCollections, markFirstServe, writeAccount } from '../records/account.ts';
import type { Vault } from '../records/vault.ts';
import { authorityList } from '../resources/ssh-certificates/ssh-certificate-authorities.ts';
import { userList } from '../resources/users.ts';
import type { SeedList } from '../rules/seed-list.ts';
import { addAppliedSeeds, isPair } from './account-item.ts';
import { itemsOf, type Seed } from './lists.ts';

/** Notes what the account of a seed cannot be: its admin none of the seed's users, its authority no pair. */
export function checkAccount(seed: Seed, problems: DocumentProblems): void {
  const { admin_id: id, client_authority: authority } = seed.account ?? {};
  const users = itemsOf(seed, userList) as readonly { id?: string; admin?: boolean }[];
  if (id !== undefined && !users.some((user) => user.id === id && user.admin)) {
    problems.add({
      path: ['account', 'admin_id'],
      message: 'is not the id of an admin among the users of the seed',
    });
  }
  if (authority && !isPair(authority)) {
    problems.add({
      path: ['account', 'client_authority'],
      message: 'must hold a certificate and its private key, both PEM, as an export has them',
    });
  }
}

/** The account that a seed goes into. */
interface TakenOverAccount extends Account {
  /** Whether it became the seed's; one that was in use stays what it is. */
  readonly isTakenOver: boolean;
}

/**
 * Gives the account what a seed has of it, and answers with what it is then: its admin owns what the seed gives no
 * owner.
 * An account that holds nothing yet but what it was made with becomes the seed's: its id and, where the seed
 * names one, its admin take the place of those that were made, and so do its authorities. So a fresh file with
 * a seed of a whole account holds just that, and an import brings an account back as it was. An account in use
 * stays what it is, with its own id and admin, and the seed adds to it.
 */
export async function takeOverAccount(
  transaction: Transaction,
  { vault, lists }: { vault: Vault; lists: readonly SeedList[] },
  account: Account,
  seed: Seed,
): Promise<TakenOverAccount> {
  const { account: given = {} } = seed;
  await addAppliedSeeds(transaction, given.applied_seeds);
  const { id, admin_id: adminId, may_report_abuse: mayReportAbuse = account.mayReportAbuse } = given;
  if (!(await isUnused(transaction, lists, account))) {
    await writeAccount(transaction, { ...account, mayReportAbuse });
    return { ...account, mayReportAbuse, isTakenOver: false };
  }
  if (adminId !== undefined) {
    await transaction.delete(users, account.adminId);
    if (itemsOf(seed, authorityList).length > 0) await dropAuthority(transaction);
  }
  const takenOver: Account = { id: id ?? account.id, adminId: adminId ?? account.adminId, mayReportAbuse };
  await writeAccount(transaction, takenOver);
  if (given.served) await markFirstServe(transaction);
  const { client_authority: authority } = given;
  if (authority) {
    const { certificate, private_key: privateKey } = authority;
    await writeClientAuthority(transaction, vault, { certificate, privateKey });
  }
  return { ...takenOver, isTakenOver: true };
}

const { users, authorities } = accountCollections;

async function isUnused(
  transaction: Transaction,
  lists: readonly SeedList[],
  { adminId }: Account,
): Promise<boolean> {
  for (const collection of lists.flatMap(collectionsOf)) {
    const rows = await transaction.list(collection, { limit: 2 });
    const isMade = collection === users ? rows[0]?.id === adminId : collection === authorities;
    if (rows.length > (isMade ? 1 : 0)) return false;
  }
  return true;
}

function collectionsOf({ collection, nested = [] }: SeedList): string[] {
  return [collection, ...nested.flatMap(collectionsOf)];
}

async function dropAuthority(transaction: Transaction): Promise<void> {
  for (const { id } of await transaction.list(authorities, { limit: 1 })) {
    await transaction.delete(authorities, id);
  }
}
