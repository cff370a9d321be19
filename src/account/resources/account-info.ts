import type { FileStore, StoreDescription } from '../../store/store.ts';
import { readAccount, readPrincipal } from '../records/account.ts';
import { listAuthorities } from './ssh-certificates/ssh-certificate-authorities.ts';

/** Collections whose rows are no objects of the account. */
const inward = new Set(['settings', 'deleted_api_keys']);

/** An account as a whole, for its owner. */
export interface AccountInfo extends Omit<StoreDescription, 'rows'> {
  readonly accountId: string;
  readonly admin: { readonly id: string; readonly name: string };
  readonly authorities: readonly {
    readonly id: string;
    readonly description: string;
    readonly publicKey: string;
  }[];
  /** How many objects each collection holds, without what the service keeps for itself. */
  readonly objects: Readonly<Record<string, number>>;
}

/** Reads it: the account may be another one than the store was opened with. */
export async function readAccountInfo(store: FileStore): Promise<AccountInfo> {
  const account = await readAccount(store);
  if (!account) throw new Error('the data file holds no account');
  const admin = await readPrincipal(store, account.adminId);
  const authorities = await listAuthorities(store);
  const { rows, bytes, schemaVersion } = await store.describe();
  return {
    bytes,
    schemaVersion,
    objects: Object.fromEntries(Object.entries(rows).filter(([collection]) => !inward.has(collection))),
    accountId: account.id,
    admin: { id: account.adminId, name: admin?.name ?? '' },
    authorities: authorities.map(({ id, description, publicKey }) => ({ id, description, publicKey })),
  };
}
