import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Transaction } from '../../store/store.ts';
import { writeClientAuthority } from '../certificates/x509/client-authority.ts';
import { type Account, accountCollections, writeAccount } from '../records/account.ts';
import { markFirstServe } from '../records/first-serve.ts';
import type { Vault } from '../records/vault.ts';
import { addAppliedSeeds } from './applied-seeds.ts';
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

/** Notes a client authority whose certificate and key are not a pair: nothing that it signs would verify. */
export function checkClientAuthority({ account }: Seed, problems: SeedProblems): void {
  const authority = account?.client_authority;
  if (authority === undefined || isPair(authority.certificate, authority.private_key)) return;
  problems.add({
    path: ['account', 'client_authority'],
    message: 'must hold a certificate and its private key, both PEM, as an export has them',
  });
}

function isPair(certificate: string, privateKey: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
  } catch {
    return false;
  }
}

/** The account that a seed goes into. */
export interface TakenOverAccount extends Account {
  /** Whether it became the seed's; one that was in use stays what it is. */
  readonly isAdopted: boolean;
}

/**
 * Gives the account what a seed says of it, and answers with what it is then: its admin owns what the seed gives no
 * owner.
 * An account that holds nothing yet but what it was made with becomes the seed's: its id and, where the seed
 * names one, its admin take the place of those that were made, and so do its authorities. So a fresh file with
 * a seed of a whole account holds just that, and an import brings an account back as it was. An account in use
 * stays what it is, with its own id and admin, and the seed adds to it.
 */
export async function takeOverAccount(
  transaction: Transaction,
  vault: Vault,
  account: Account,
  { account: given = {}, ssh_certificate_authorities = [] }: Seed,
): Promise<TakenOverAccount> {
  await addAppliedSeeds(transaction, given.applied_seeds);
  const { id, admin_id: adminId, may_report_abuse: mayReportAbuse = account.mayReportAbuse } = given;
  if (!(await isUnused(transaction, account))) {
    await writeAccount(transaction, { ...account, mayReportAbuse });
    return { ...account, mayReportAbuse, isAdopted: false };
  }
  if (adminId !== undefined) {
    await transaction.delete(users, account.adminId);
    if (ssh_certificate_authorities.length > 0) await dropAuthority(transaction);
  }
  const adopted: Account = { id: id ?? account.id, adminId: adminId ?? account.adminId, mayReportAbuse };
  await writeAccount(transaction, adopted);
  if (given.served) await markFirstServe(transaction);
  const { client_authority: authority } = given;
  if (authority) {
    const { certificate, private_key: privateKey } = authority;
    await writeClientAuthority(transaction, vault, { certificate, privateKey });
  }
  return { ...adopted, isAdopted: true };
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
