import { resources } from '../../contract/index.ts';
import type { FileStore, Store, Transaction } from '../../store/store.ts';
import { generateAuthority } from '../certificates/ssh/authority.ts';
import {
  type Account,
  accountCollections,
  fitsKeyProbe,
  opens,
  type Principal,
  readAccount,
  writeAccount,
  writeKeyProbe,
} from '../records/account.ts';
import { collectionPath } from '../records/collection.ts';
import { ksuid } from '../records/identifiers.ts';
import { sealedTexts } from '../records/sealed-secrets.ts';
import type { Vault } from '../records/vault.ts';
import { type NewAuthority, writeAuthority } from './ssh-certificates/ssh-certificate-authorities.ts';

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

/**
 * Whether the vault has the key that this file's secrets are sealed with. A file of an earlier version gets its probe
 * once the key opened all that is sealed in it.
 */
export async function isKeyOf(store: FileStore, vault: Vault): Promise<boolean> {
  const fits = await fitsKeyProbe(store, vault);
  if (fits !== undefined) return fits;
  const sealed = await store.snapshot(async (snapshot) => {
    const texts: string[] = [];
    const { settings, authorities } = accountCollections;
    for (const collection of [settings, authorities, ...Object.values(resources).map(collectionPath)]) {
      for await (const { data } of snapshot.rows(collection)) texts.push(...sealedTexts(data));
    }
    return texts;
  });
  if (!sealed.every((text) => opens(vault, text))) return false;
  await store.write((transaction) => writeKeyProbe(transaction, vault));
  return true;
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
  await writeKeyProbe(transaction, vault);
  return account;
}
