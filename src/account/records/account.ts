import type { FileStore, Reader, Store, Transaction } from '../../store/store.ts';
import { generateAuthority } from '../certificates/ssh/authority.ts';
import { ksuid } from './identifiers.ts';
import type { Vault } from './vault.ts';

/** What the service knows of the one account in a file. */
export interface Account {
  readonly id: string;
  /** The admin that was made with the account; `--sandbox` acts as this user. */
  readonly adminId: string;
  /** Whether the account may file and read abuse reports (contract/README.md "Operations"). */
  readonly mayReportAbuse: boolean;
}

/** A user or a bot of the account: who owns keys and makes changes (contract/README.md "Owner"). */
export interface Principal {
  readonly id: string;
  readonly name: string;
  readonly isAdmin: boolean;
}

/** Settings and parts of the account that no operation of the API reaches, by collection. */
export const accountCollections = {
  settings: 'settings',
  users: 'users',
  bots: 'bot_users',
  authorities: 'ssh_certificate_authorities',
} as const;

const accountKey = 'account';

/** The account in this file, or `undefined` in a fresh one. */
export async function readAccount(reader: Reader): Promise<Account | undefined> {
  const row = await reader.get(accountCollections.settings, accountKey);
  return row?.data as Account | undefined;
}

export async function writeAccount(transaction: Transaction, account: Account): Promise<void> {
  await transaction.put(accountCollections.settings, accountKey, { ...account });
}

/** The principal with this id, or `undefined`. */
export async function readPrincipal(reader: Reader, id: string): Promise<Principal | undefined> {
  const collection = id.startsWith('bot_') ? accountCollections.bots : accountCollections.users;
  return (await reader.get(collection, id))?.data as Principal | undefined;
}

/**
 * The account in this file; a fresh file gets one, with one admin user and one Ed25519 SSH certificate
 * authority (contract/README.md "What no operation creates").
 */
export async function openAccount(store: Store, vault: Vault, now: () => number): Promise<Account> {
  const existing = await readAccount(store);
  if (existing) return existing;
  // Another process may be first: then its account stands, and this key is for nothing.
  const authority = await generateAuthority('ed25519');
  return store.write(
    async (transaction) =>
      (await readAccount(transaction)) ?? makeAccount(transaction, { vault, now, authority }),
  );
}

/** Takes everything out of the file and gives it a new account, in one transaction: as `openAccount` on a fresh file. */
export async function resetAccount(store: FileStore, vault: Vault, now: () => number): Promise<Account> {
  const authority = await generateAuthority('ed25519');
  return store.startOver((transaction) => makeAccount(transaction, { vault, now, authority }));
}

interface Making {
  readonly vault: Vault;
  readonly now: () => number;
  readonly authority: Pick<NewAuthority, 'publicKey' | 'privateKeyPem'>;
}

async function makeAccount(transaction: Transaction, { vault, now, authority }: Making): Promise<Account> {
  const newId = async (prefix: string) => `${prefix}_${ksuid(await transaction.tick(now()))}`;
  const admin: Principal = { id: await newId('usr'), name: 'admin', isAdmin: true };
  const account: Account = { id: await newId('ac'), adminId: admin.id, mayReportAbuse: true };
  await transaction.put(accountCollections.users, admin.id, { ...admin });
  await writeAuthority(transaction, vault, { id: await newId('sshca'), ...authority });
  await writeAccount(transaction, account);
  return account;
}

/** An SSH certificate authority of the account; the private key is sealed in the file. */
export interface StoredAuthority {
  readonly id: string;
  readonly description: string;
  /** One line of authorized_keys format. */
  readonly publicKey: string;
  readonly sealedPrivateKey: string;
}

/** An authority with its private key in the open, PEM. */
export interface NewAuthority {
  readonly id: string;
  readonly description?: string;
  readonly publicKey: string;
  readonly privateKeyPem: string;
}

export async function writeAuthority(
  transaction: Transaction,
  vault: Vault,
  { id, description = '', publicKey, privateKeyPem }: NewAuthority,
): Promise<void> {
  const row: StoredAuthority = { id, description, publicKey, sealedPrivateKey: vault.seal(privateKeyPem) };
  await transaction.put(accountCollections.authorities, id, { ...row });
}

/** The SSH certificate authorities of the account, newest first; at most 100 of them. */
export async function listAuthorities(reader: Reader): Promise<StoredAuthority[]> {
  const rows = await reader.list(accountCollections.authorities, { limit: 100 });
  return rows.map(({ data }) => data as unknown as StoredAuthority);
}
