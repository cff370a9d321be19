import type { Client } from '../../../client/client.ts';
import { resources } from '../../../contract/index.ts';
import { identityOf, sharedIdentityOf } from '../../../contract/manifest/identity.ts';
import type { ManifestKind } from '../../../contract/manifest/kinds.ts';
import { memberAt } from '../../../contract/schema/member-path.ts';
import { fieldError } from '../../errors/cli-error.ts';
import type { Members } from '../../operation/body/request-body.ts';
import type { HoldingPlace } from '../files/manifest.ts';
import { type AccountRecord, forEachOf, readEach, readHolding } from '../planning/account.ts';
import { memberReader } from './export-item.ts';

/** A record on its way into a manifest. */
export interface ExportedRecord {
  readonly kind: ManifestKind;
  readonly id: string;
  /** What it is recognised by, in every account alike. */
  readonly identity: string;
  /** Nothing tells it from others but its id. */
  readonly needsId: boolean;
  /** What a manifest says of it. */
  readonly members: Members;
}

/** Something around records, with those that it holds. */
export interface ExportedHolding extends HoldingPlace {
  readonly records: readonly ExportedRecord[];
}

/** What of an account goes into a manifest, in the order in which it stands there. */
export interface ExportedAccount {
  /** The kinds with a list of their own. */
  readonly lists: readonly { readonly kind: ManifestKind; readonly records: readonly ExportedRecord[] }[];
  readonly holdings: readonly ExportedHolding[];
}

/** What of an account is wanted. */
export interface ExportScope {
  readonly kinds: readonly ManifestKind[];
  readonly included: readonly HoldingPlace[];
  /** Also whose the records are. */
  readonly owners: boolean;
}

/**
 * Reads kinds of records whole, and what is included besides. Throws a CliError where something included is not there, and
 * whatever the client throws.
 */
export async function readForExport(client: Client, scope: ExportScope): Promise<ExportedAccount> {
  const { kinds, included, owners } = scope;
  const listed = kinds.filter(({ form }) => form.within === undefined);
  const [lists, found] = await Promise.all([
    Promise.all(
      listed.map(async (kind) => ({
        kind,
        records: inOrder(await readEach(client, kind, candidates(kind, owners))),
      })),
    ),
    edgesOf(client, kinds),
  ]);
  const holdings = inOrderOfIds([...included, ...found]);
  return { lists, holdings: await forEachOf(holdings, (holding) => readWithin(client, holding, owners)) };
}

async function readWithin(client: Client, holding: HoldingPlace, owners: boolean): Promise<ExportedHolding> {
  const records = await readHolding(client, holding);
  if (records === undefined)
    throw fieldError('--include', `${Object.values(holding.around).join('/')} is not there in this account`);
  return { ...holding, records: inOrder(records.map(candidates(holding.kind, owners))) };
}

/** What of the kinds endpoints lead to: the edges that they belong to. */
async function edgesOf(client: Client, kinds: readonly ManifestKind[]): Promise<HoldingPlace[]> {
  const sought = kinds.filter(isFound);
  if (sought.length === 0) return [];
  const holdings: HoldingPlace[] = [];
  for await (const endpoint of client.listAll(resources.endpoints.operations.list, {})) {
    const id = memberAt(endpoint, ['edge', 'id']);
    for (const kind of sought) {
      const [{ idPrefix = '', parameter = '' } = {}] = kind.form.within ?? [];
      if (typeof id === 'string' && id.startsWith(`${idPrefix}_`))
        holdings.push({ kind, around: { [parameter]: id } });
    }
  }
  return holdings;
}

/** Whether endpoints name what is around the records of a kind. */
export function isFound({ form, resource }: ManifestKind): boolean {
  const [holder, ...more] = form.within ?? [];
  if (holder === undefined || more.length > 0) return false;
  const { 'x-refers-to': edges } = resources.endpoints.record.properties.edge;
  return resource.parameters?.[holder.parameter]?.refersTo?.startsWith(`${edges}/`) === true;
}

/** What of a record is kept, as if nothing else were recognised by the same. */
function candidates(kind: ManifestKind, owners: boolean): (present: AccountRecord) => Candidate {
  const membersOf = memberReader(kind, owners);
  const mayBeNameless = kind.form.identity.length === 0;
  return ({ address, record }) => {
    const own = identityOf(kind, record);
    const shared = sharedIdentityOf(kind, record);
    return {
      kind,
      id: String(address.id),
      identity: shared === undefined ? (own ?? '') : `${own ?? ''}${shared}`,
      needsId: own === undefined && !mayBeNameless,
      members: membersOf(record),
    };
  };
}

type Candidate = { -readonly [Name in keyof ExportedRecord]: ExportedRecord[Name] };

/** Sorted by what they are recognised by: neither ids nor times make a difference between two accounts alike. */
function inOrder(found: Candidate[]): readonly ExportedRecord[] {
  found.sort((a, b) => compare(a.identity, b.identity) || compare(a.id, b.id));
  for (const [i, one] of found.entries()) {
    const isShared = one.identity === found[i - 1]?.identity || one.identity === found[i + 1]?.identity;
    if (isShared) one.needsId = one.kind.form.identity.length > 0;
  }
  return found;
}

function inOrderOfIds(holdings: readonly HoldingPlace[]): HoldingPlace[] {
  const byPlace = new Map(holdings.map((holding) => [placeOf(holding), holding]));
  return [...byPlace].sort(([a], [b]) => compare(a, b)).map(([, holding]) => holding);
}

const placeOf = ({ kind, around }: HoldingPlace) => JSON.stringify([kind.name, around]);

/** By UTF-16 units, as everywhere alike. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
