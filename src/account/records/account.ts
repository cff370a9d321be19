import type { Reader, Transaction } from '../../store/store.ts';
import { type Vault, WrongKeyError } from './vault.ts';

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

const firstServeKey = 'served';

/** Whether `serve` has made and shown an API key for this account. */
export async function wasServedBefore(reader: Reader): Promise<boolean> {
  return (await reader.get(accountCollections.settings, firstServeKey)) !== undefined;
}

export async function markFirstServe(transaction: Transaction): Promise<void> {
  await transaction.put(accountCollections.settings, firstServeKey, {});
}

const probeKey = 'key_probe';
const probeText = 'tunnelctl';

/** A text that only the key of this file opens: a key that belongs to another file is known by it. */
export async function writeKeyProbe(transaction: Transaction, vault: Vault): Promise<void> {
  await transaction.put(accountCollections.settings, probeKey, { sealed: vault.seal(probeText) });
}

/** Whether the vault has the key of this file; undefined where the file has no probe yet. */
export async function fitsKeyProbe(reader: Reader, vault: Vault): Promise<boolean | undefined> {
  const row = await reader.get(accountCollections.settings, probeKey);
  return row && opens(vault, String(row.data.sealed));
}

/** Whether the vault opens a sealed text. */
export function opens(vault: Vault, sealed: string): boolean {
  try {
    vault.open(sealed);
    return true;
  } catch (error) {
    if (error instanceof WrongKeyError) return false;
    throw error;
  }
}
