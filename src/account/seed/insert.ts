import type { ValuePath } from '../../contract/schema/validate.ts';
import type { DocumentProblems } from '../../documents/problems.ts';
import type { Transaction } from '../../store/store.ts';
import type { Service } from '../records/operation-context.ts';
import { problemOf } from '../records/request-error.ts';
import type { RecordHead } from '../rules/new-record.ts';
import type { GivenHead, InsertContext, SeedList } from '../rules/seed-list.ts';
import { itemsOf, type Seed } from './lists.ts';
import { checkReference, referencesIn, referenceTargets, SeedIds } from './seed-ids.ts';

/** What `prepareSeed` made, by the item that it is for. */
export type Prepared = ReadonlyMap<object, unknown>;

/** Does what takes long: keys are read and made, signing requests judged. */
export async function prepareSeed(
  service: Service,
  lists: readonly SeedList[],
  seed: Seed,
  problems: DocumentProblems,
): Promise<Prepared> {
  const prepared = new Map<object, unknown>();
  for (const list of lists) {
    if (!list.prepare) continue;
    for (const [i, item] of itemsOf(seed, list).entries()) {
      try {
        prepared.set(item, await list.prepare(service, item));
      } catch (error) {
        problems.add(problemOf(error, [list.member, i]));
      }
    }
  }
  return prepared;
}

/** A secret that a seed has only `<SECRET>` for. */
export interface MissingSecret {
  /** Of the record. */
  readonly id: string;
  readonly member: string;
  /** What to do about it, for people. */
  readonly advice: string;
}

interface SeedInsertion {
  readonly lists: readonly SeedList[];
  readonly seed: Seed;
  readonly prepared: Prepared;
  /** Who owns what the seed gives no owner. */
  readonly ownerId: string;
}

/** Adds all items of a seed to the account, and answers with the secrets that have to be given again. */
export async function insertSeed(
  { vault, now }: Service,
  transaction: Transaction,
  { lists, seed, prepared, ownerId }: SeedInsertion,
  problems: DocumentProblems,
): Promise<MissingSecret[]> {
  const ids = new SeedIds(transaction, now);
  const targets = referenceTargets(lists);
  const missing: MissingSecret[] = [];
  // Ids of items with problems: that something refers to them is not another problem.
  const failed = new Set<string>();

  async function insertAll(list: SeedList, parent: Holder, around: ValuePath) {
    for (const [i, item] of itemsOf(parent.item, list).entries()) {
      if (problems.isFull) return;
      const path = [...around, list.member, i];
      try {
        const head = await insert(list, item, path, parent);
        if (!head) continue;
        for (const inner of list.nested ?? []) await insertAll(inner, { head, item }, path);
      } catch (error) {
        problems.add(problemOf(error, path));
        noteFailure(item);
      }
    }
  }

  async function insert(
    list: SeedList,
    item: object,
    path: ValuePath,
    parent: Holder,
  ): Promise<RecordHead | undefined> {
    const references = referencesIn(targets, list.item, item);
    if (references.some(({ id }) => failed.has(id))) return noteFailure(item);
    const newRecordHead: InsertContext['newRecordHead'] = (prefix, collection, given, member = 'id') =>
      ids.newRecordHead(prefix, collection, { ...given, path, member });
    const head = await newRecordHead(list.prefix, list.collection, list.givenHead?.(item) ?? headOf(item));
    for (const reference of references) await checkReference(transaction, reference);
    const onMissingSecret = (member: string) => missing.push(missingSecret(list, head.id, member));
    await list.insert(
      { transaction, vault, now, ownerId, newRecordHead, onMissingSecret },
      { head, item, parent: parent as Required<Holder>, prepared: prepared.get(item) },
    );
    return head;
  }

  function noteFailure(item: object): undefined {
    const { id } = headOf(item);
    if (id !== undefined) failed.add(id);
  }

  for (const list of lists) await insertAll(list, { item: seed }, []);
  return missing;
}

interface Holder {
  readonly head?: RecordHead;
  readonly item: object;
}

function headOf(item: { id?: string; created_at?: string; started_at?: string }): GivenHead {
  return { id: item.id, time: item.created_at ?? item.started_at };
}

function missingSecret({ updateCommand }: SeedList, id: string, member: string): MissingSecret {
  const advice = `${member} of ${id} is <SECRET> in the seed; give it again with tunnelctl ${updateCommand} ${id}`;
  return { id, member, advice };
}
