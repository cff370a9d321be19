import type { Client } from '../../client/client.ts';
import { identityOf, sharedIdentityOf } from '../../contract/manifest/identity.ts';
import type { Members } from '../operation/body/request-body.ts';
import { type AccountRecord, readHolding } from './planning/account.ts';
import type { CreateAction } from './planning/plan.ts';

/**
 * The record that a creation made whose answer was lost: one that was not there before, and is what was asked for.
 * @param knownIds of the records that were there before
 */
export async function findMade(
  client: Client,
  { kind, around, body }: Pick<CreateAction, 'kind' | 'around' | 'body'>,
  knownIds: ReadonlySet<string>,
): Promise<AccountRecord | undefined> {
  const isMeant = (record: Members) =>
    identityOf(kind, record) === identityOf(kind, body) &&
    sharedIdentityOf(kind, record) === sharedIdentityOf(kind, body);
  if (kind.form.within !== undefined) {
    const found = await readHolding(client, { kind, around });
    return found?.find(({ record }) => isMeant(record));
  }
  if (kind.list === undefined) return undefined;
  for await (const { items } of client.listPages(kind.list.operation, {})) {
    const records = items as Members[];
    const made = records.find((record) => !knownIds.has(String(record.id)) && isMeant(record));
    if (made !== undefined) return { kind, address: { id: String(made.id) }, record: made };
    // Newest first: behind one that was there before there is nothing new.
    if (records.some(({ id }) => knownIds.has(String(id)))) return undefined;
  }
  return undefined;
}
