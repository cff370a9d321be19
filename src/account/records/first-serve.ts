import type { Reader, Transaction } from '../../store/store.ts';
import { accountCollections } from './account.ts';

const key = 'served';

/** Whether `serve` has made and shown an API key for this account. */
export async function wasServedBefore(reader: Reader): Promise<boolean> {
  return (await reader.get(accountCollections.settings, key)) !== undefined;
}

export async function markFirstServe(transaction: Transaction): Promise<void> {
  await transaction.put(accountCollections.settings, key, {});
}
