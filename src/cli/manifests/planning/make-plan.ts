import type { Client } from '../../../client/client.ts';
import { protocol } from '../../../contract/http/protocol.ts';
import { nameOf } from '../../../contract/manifest/identity.ts';
import { type ManifestKind, manifestKinds } from '../../../contract/manifest/kinds.ts';
import { isObject } from '../../../contract/schema/json-object.ts';
import { schemaAt } from '../../../contract/schema/member-path.ts';
import { formatProblem, validate } from '../../../contract/schema/validate.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { Members } from '../../operation/body/request-body.ts';
import { changesOf } from '../../operation/changes/changes.ts';
import type { HoldingPlace, Manifest, ManifestEntry } from '../files/manifest.ts';
import type { AccountRecord } from './account.ts';
import { type AccountIndex, candidatesFor, indexAccount, type KindIndex } from './account-index.ts';
import { type AppliedBefore, compare, isAsWritten } from './compare.ts';
import {
  type Action,
  type ChangeAction,
  type CreateAction,
  type DeleteAction,
  isInternal,
  type Plan,
} from './plan.ts';
import { addressName, recordKey } from './record-key.ts';

/** What a plan is made with besides the manifest. */
export interface PlanOptions {
  /** Which records that no manifest has are deleted; none unless given. */
  readonly isPruned?: (present: AccountRecord) => boolean;
  /** Kinds that are read although no manifest has one of them: something of them may be deleted. */
  readonly prunedKinds?: readonly ManifestKind[];
  /** Sends what cannot be compared, whatever was applied before. */
  readonly rotate: boolean;
  /** What was applied to a record from here before. */
  appliedBefore(name: string): AppliedBefore;
  /** The API key that all of this is done with, which nothing deletes. */
  readonly ownKeyId?: string | undefined;
}

/**
 * Compares an account with a manifest. Throws a CliError with every item that means no record or more than one, and
 * whatever the client throws.
 */
export async function makePlan(
  client: Client,
  manifest: Manifest,
  options: PlanOptions,
): Promise<Plan & { readonly account: AccountIndex }> {
  const { prunedKinds = [] } = options;
  const problems: string[] = [];
  const named = new Set([...manifest.kinds, ...prunedKinds]);
  const onMissing = ({ kind, around }: HoldingPlace) => {
    const ids = Object.values(around).join(' ');
    const entry = manifest.entries.find(
      (one) => one.kind === kind && addressName(kind, one.around) === addressName(kind, around),
    );
    problems.push(
      `${entry?.placeOf([]) ?? ids}: there is no ${ids} in this account; only what is there can be managed`,
    );
  };
  const reduce = reducer(manifest.entries);
  const account = await indexAccount(client, [...named], manifest.holdings, onMissing, reduce);
  const actions: Action[] = [];
  const notes: string[] = [];
  const matched = new Map<Members, ManifestEntry>();
  let unchanged = 0;
  for (const entry of manifest.entries) {
    const present = findRecord(entry, account.get(entry.kind), problems);
    if (present === 'problem') continue;
    if (present !== undefined) {
      const first = matched.get(present.record);
      if (first !== undefined)
        problems.push(
          `${entry.placeOf([])}: means the same record as ${first.placeOf([])}: ${idsOf(present)}`,
        );
      matched.set(present.record, entry);
      if (present.isAsWritten || isAsWritten(entry.body, present.record)) {
        unchanged += 1;
        continue;
      }
    }
    const action =
      present === undefined ? creation(entry, problems) : changeOf(entry, present, options, problems);
    if (action === undefined) continue;
    if (action.action === 'create' || action.action === 'replace') judgeWhole(entry, action.body, problems);
    if (action.action !== 'create' && action.unknown.length > 0) notes.push(unknownNote(action));
    if (action.changes.length > 0) actions.push(action);
    else unchanged += 1;
  }
  if (problems.length > 0) throw new CliError('MANIFEST_REFUSED', problems.slice(0, mostProblems).join('\n'));
  const unmanaged: { present: AccountRecord; name: string }[] = [];
  const deletions: DeleteAction[] = [];
  for (const kind of manifestKinds) {
    for (const present of account.get(kind)?.records ?? []) {
      if (matched.has(present.record)) continue;
      const name = displayName(present);
      if (!options.isPruned?.(present)) unmanaged.push({ present, name });
      else if (present.address.id === options.ownKeyId && options.ownKeyId !== undefined) {
        notes.push(`${options.ownKeyId} is the API key that this is done with: it is not deleted`);
        unmanaged.push({ present, name });
      } else deletions.push({ action: 'delete', kind, name, place: undefined, present });
    }
  }
  return { actions: [...inOrder(actions), ...deletions.reverse()], unmanaged, unchanged, notes, account };
}

/** Why nothing is deleted that everything is done with. */
export function ownKeyKept(name: string): string {
  return `${name} is the API key that this is done with: it cannot go before the rest is done; use another one`;
}

const mostProblems = 20;

/**
 * Leaves of a record that is as the manifest has it only what identifies it: of an account of ten thousand that is nearly
 * all of what would have to be held until all is read.
 */
function reducer(entries: readonly ManifestEntry[]): (present: AccountRecord) => AccountRecord {
  const byKey = new Map<ManifestKind, Map<string, ManifestEntry>>();
  for (const entry of entries) {
    const { kind, id, key } = entry;
    if (id !== undefined || kind.form.within !== undefined) continue;
    const known = byKey.get(kind) ?? new Map<string, ManifestEntry>();
    byKey.set(kind, known.set(key, entry));
  }
  const keptOf = new Map(manifestKinds.map((kind) => [kind, identifyingMembers(kind)]));
  return (present) => {
    const { kind, address, record } = present;
    const key = recordKey(kind, record, address);
    const entry = byKey.get(kind)?.get(key);
    if (entry === undefined || !isAsWritten(entry.body, record)) return { kind, address, record, key };
    const kept: Members = {};
    for (const name of keptOf.get(kind) ?? []) kept[name] = record[name];
    return { kind, address, record: kept, isAsWritten: true, key };
  };
}

function identifyingMembers({ form: { identity, shared } }: ManifestKind): readonly string[] {
  const own = identity.map((name) => name.split('.')[0] as string);
  return ['id', ...own, ...(shared ? [shared.where, ...shared.by] : [])];
}

function findRecord(
  entry: ManifestEntry,
  index: KindIndex | undefined,
  problems: string[],
): AccountRecord | undefined | 'problem' {
  const { kind, id, body } = entry;
  if (id !== undefined) {
    const present = index?.byId.get(id);
    if (present !== undefined) return present;
    const { identity } = kind.form;
    problems.push(
      `${entry.placeOf(['id'])}: this account has no ${id}; leave the id out to have the record found by ${identity.join(', ')}, or made`,
    );
    return 'problem';
  }
  const candidates = candidatesFor(index, kind, body, entry.key);
  if (candidates.length <= 1) return candidates[0];
  problems.push(
    `${entry.placeOf([])}: ${candidates.length} records of the account are ${nameOf(kind, body)}: ${candidates.map(idsOf).join(', ')}; write the id of the one that is meant`,
  );
  return 'problem';
}

function creation(entry: ManifestEntry, problems: string[]): CreateAction | undefined {
  const { kind, around, body, kept } = entry;
  const masked = maskedPath(kind, body);
  if (masked !== undefined) {
    problems.push(secretNeeded(entry, masked, 'there is no record yet that has it'));
    return undefined;
  }
  const changes = changesOf({ ...kind.create.operation, method: 'PATCH' }, body, undefined);
  return {
    action: 'create',
    kind,
    name: entryName(entry),
    place: () => entry.placeOf([]),
    around,
    body,
    kept,
    changes: changes.length > 0 ? changes : [bare(kind)],
  };
}

/** Notes what is wrong with a record that is to be made: what was left open while the manifest was read, too. */
function judgeWhole({ kind, placeOf }: ManifestEntry, body: Members, problems: string[]): void {
  for (const problem of validate(kind.create.operation.body ?? {}, body))
    problems.push(`${placeOf(problem.path)}: ${formatProblem(problem)}`);
}

function secretNeeded(entry: ManifestEntry, path: readonly string[], why: string): string {
  return `${entry.placeOf(path)}: ${path.join('.')} must be the secret itself, as \${env:NAME} or \${file:PATH}: ${why}`;
}

/** A record of nothing but its existence. */
function bare(kind: ManifestKind) {
  return { name: kind.form.identity[0] ?? kind.form.member, schema: {}, old: undefined, new: '' };
}

function maskedPath(
  kind: ManifestKind,
  value: unknown,
  path: readonly string[] = [],
): readonly string[] | undefined {
  if (value === protocol.secretMask && schemaAt(kind.create.operation.body, path)?.['x-secret']) return path;
  if (!isObject(value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = maskedPath(kind, member, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function changeOf(
  entry: ManifestEntry,
  present: AccountRecord,
  options: PlanOptions,
  problems: string[],
): ChangeAction {
  const { kind, body, kept } = entry;
  const appliedBefore = options.appliedBefore(addressName(kind, present.address));
  const {
    changes,
    fixed,
    body: changed,
    unknown,
  } = compare(kind, body, present.record, { appliedBefore, rotate: options.rotate });
  const isReplaced = fixed.length > 0;
  const masked = isReplaced ? maskedPath(kind, changed) : undefined;
  if (masked !== undefined) problems.push(secretNeeded(entry, masked, 'it has to be made anew'));
  if (isReplaced && present.address.id !== undefined && present.address.id === options.ownKeyId)
    problems.push(`${entry.placeOf([])}: ${ownKeyKept(displayName(present))}`);
  return {
    action: isReplaced ? 'replace' : 'update',
    kind,
    name: displayName(present),
    place: () => entry.placeOf([]),
    present,
    body: changed,
    kept,
    changes,
    fixed,
    unknown,
  };
}

function unknownNote({ name, kind, unknown }: ChangeAction): string {
  return `${kind.name} ${name}: nothing shows whether ${unknown.join(', ')} is up to date, and it was not applied from here before; it stays as it is, --rotate sends it`;
}

/** What people know a record by: what identifies it, else its address. */
export function displayName({ kind, record, address }: AccountRecord): string {
  const around = (kind.form.within ?? []).map(({ parameter }) => address[parameter]);
  return (
    [...around, nameOf(kind, record)].filter((word) => word !== '').join(' ') ||
    Object.values(address).join(' ')
  );
}

function entryName({ kind, around, body }: ManifestEntry): string {
  return [...Object.values(around), nameOf(kind, body)].filter((word) => word !== '').join(' ');
}

function idsOf({ address }: AccountRecord): string {
  return Object.values(address).join(' ');
}

/** Kind after kind; what only policies forward to comes before them. */
function inOrder(actions: readonly Action[]): Action[] {
  const rank = (action: Action) => manifestKinds.indexOf(action.kind) * 2 + (isInternal(action) ? 0 : 1);
  return actions
    .map((action, i) => ({ action, i }))
    .sort((a, b) => rank(a.action) - rank(b.action) || a.i - b.i)
    .map(({ action }) => action);
}
