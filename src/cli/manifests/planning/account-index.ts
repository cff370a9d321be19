import type { Client } from '../../../client/client.ts';
import { sharedIdentityOf } from '../../../contract/manifest/identity.ts';
import { type ManifestKind, manifestKinds } from '../../../contract/manifest/kinds.ts';
import type { Members } from '../../operation/body/request-body.ts';
import type { HoldingPlace } from '../files/manifest.ts';
import { type AccountRecord, forEachOf, readEach, readHolding } from './account.ts';
import { recordKey } from './record-key.ts';

/** The records of a kind, and by what they may be meant. */
export interface KindIndex {
  /** Oldest first. */
  readonly records: readonly AccountRecord[];
  readonly byId: ReadonlyMap<string, AccountRecord>;
  readonly byIdentity: ReadonlyMap<string, readonly AccountRecord[]>;
}

export type AccountIndex = ReadonlyMap<ManifestKind, KindIndex>;

/**
 * Reads the records of some kinds. Throws what the client throws.
 * @param holdings where the records are that lie within something else
 * @param onMissing told of those that are not there
 * @param reduce what is kept of a record: all of it, unless somebody needs less
 */
export async function indexAccount(
  client: Client,
  kinds: readonly ManifestKind[],
  holdings: readonly HoldingPlace[],
  onMissing: (holding: HoldingPlace) => void,
  reduce: (present: AccountRecord) => AccountRecord = (present) => present,
): Promise<AccountIndex> {
  const records = new Map<ManifestKind, AccountRecord[]>();
  const add = (kind: ManifestKind, found: readonly AccountRecord[]) => {
    const known = records.get(kind);
    if (known === undefined) records.set(kind, [...found]);
    else for (const one of found) known.push(one);
  };
  const listed = manifestKinds.filter((kind) => kinds.includes(kind) && kind.form.within === undefined);
  await Promise.all([
    ...listed.map(async (kind) => add(kind, await readEach(client, kind, reduce))),
    forEachOf(holdings, async (holding) => {
      const found = await readHolding(client, holding);
      if (found === undefined) onMissing(holding);
      else add(holding.kind, found);
    }),
  ]);
  return new Map([...records].map(([kind, found]) => [kind, indexOf(kind, found)]));
}

function indexOf(kind: ManifestKind, records: readonly AccountRecord[]): KindIndex {
  const byIdentity = new Map<string, AccountRecord[]>();
  for (const present of records) {
    const key = present.key ?? recordKey(kind, present.record, present.address);
    const same = byIdentity.get(key);
    if (same === undefined) byIdentity.set(key, [present]);
    else same.push(present);
  }
  const byId = new Map(records.map((present) => [String(present.record.id), present]));
  return { records, byId, byIdentity };
}

/** The records that an item without an id may mean. @param key of `recordKey` */
export function candidatesFor(
  index: KindIndex | undefined,
  kind: ManifestKind,
  body: Members,
  key: string,
): readonly AccountRecord[] {
  const same = index?.byIdentity.get(key) ?? [];
  const wanted = sharedIdentityOf(kind, body);
  return same.filter(({ record }) => {
    const present = sharedIdentityOf(kind, record);
    return wanted === undefined || present === undefined || wanted === present;
  });
}

/** The ids that an account has, as far as it was read. */
export function knownIdsOf(account: AccountIndex): Set<string> {
  const ids = new Set<string>();
  for (const { records } of account.values())
    for (const { record } of records) if (typeof record.id === 'string') ids.add(record.id);
  return ids;
}
