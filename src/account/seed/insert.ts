import type { Schema } from '../../contract/schema/schema.ts';
import type { ValuePath } from '../../contract/schema/validate.ts';
import type { Transaction } from '../../store/store.ts';
import type { RecordHead } from '../records/crud-handlers.ts';
import type { Service } from '../records/operation-context.ts';
import type { AnySeedKind, Given, SeedCall } from './kind.ts';
import { seedKinds } from './kinds.ts';
import type { SeedProblems } from './problems.ts';
import { checkReference, referencesIn } from './references.ts';
import { type Seed, seedSchema } from './schema.ts';
import { SeedIds } from './seed-ids.ts';

/** What `prepareSeed` made, by the item that it is for. */
export type Prepared = ReadonlyMap<object, unknown>;

/** Does what takes long: keys are read and made, signing requests judged. */
export async function prepareSeed(service: Service, seed: Seed, problems: SeedProblems): Promise<Prepared> {
  const prepared = new Map<object, unknown>();
  for (const kind of seedKinds) {
    if (!kind.prepare) continue;
    for (const [i, item] of itemsOf(seed, kind).entries()) {
      try {
        prepared.set(item, await kind.prepare(service, item));
      } catch (error) {
        problems.addThrown(error, [kind.member, i]);
      }
    }
  }
  return prepared;
}

/** A secret that a seed has only `<SECRET>` for: the record's id and the member. */
export interface MissingSecret {
  readonly id: string;
  readonly member: string;
}

/** What to say about such a secret. */
export function tellMissing({ id, member }: MissingSecret): string {
  return `${member} of ${id} is <SECRET> in the seed; give it again with tunnelctl event-destinations update ${id}`;
}

/** Adds all items of a seed to the account, and answers with the secrets that have to be given again. */
export async function insertSeed(
  { vault, now }: Service,
  transaction: Transaction,
  { seed, prepared, ownerId }: { seed: Seed; prepared: Prepared; ownerId: string },
  problems: SeedProblems,
): Promise<MissingSecret[]> {
  const starts = new SeedIds(transaction, now);
  const missing: MissingSecret[] = [];
  // Ids of items with problems: what refers to them is not told as another problem.
  const failed = new Set<string>();

  async function addAll(kind: AnySeedKind, holder: Holder, schema: Schema | undefined, around: ValuePath) {
    const itemSchema = itemSchemaOf(schema, kind.member);
    for (const [i, item] of itemsOf(holder.item, kind).entries()) {
      if (problems.isFull) return;
      const path = [...around, kind.member, i];
      try {
        const start = await add(kind, { item, itemSchema, path, parent: holder });
        if (!start) continue;
        for (const inner of kind.nested ?? []) await addAll(inner, { start, item }, itemSchema, path);
      } catch (error) {
        problems.addThrown(error, path);
        noteFailure(item);
      }
    }
  }

  async function add(kind: AnySeedKind, entry: Entry): Promise<RecordHead | undefined> {
    const { item, itemSchema, path, parent } = entry;
    const references = referencesIn(itemSchema, item);
    if (references.some(({ id }) => failed.has(id))) return noteFailure(item);
    const call: SeedCall = {
      transaction,
      vault,
      now,
      ownerId,
      newRecordHead: (prefix, collection, given, member = 'id') =>
        starts.newRecordHead(prefix, collection, { ...given, path, member }),
      noteMissingSecret: (id, member) => missing.push({ id, member }),
    };
    const given = kind.given?.(item) ?? givenIn(item);
    const start = await call.newRecordHead(kind.prefix, kind.collection, given);
    for (const reference of references) await checkReference(transaction, reference);
    await kind.add(call, { start, item, parent: parent as Required<Holder>, prepared: prepared.get(item) });
    return start;
  }

  function noteFailure(item: object): undefined {
    const { id } = givenIn(item);
    if (id !== undefined) failed.add(id);
  }

  for (const kind of seedKinds) await addAll(kind, { item: seed }, seedSchema, []);
  return missing;
}

interface Holder {
  readonly start?: RecordHead;
  readonly item: object;
}

interface Entry {
  readonly item: object;
  readonly itemSchema: Schema | undefined;
  readonly path: ValuePath;
  readonly parent: Holder;
}

function itemsOf(holder: object, { member }: AnySeedKind): object[] {
  return (holder as Record<string, object[] | undefined>)[member] ?? [];
}

function itemSchemaOf(schema: Schema | undefined, member: string): Schema | undefined {
  const list = typeof schema === 'object' ? schema.properties?.[member] : undefined;
  return typeof list === 'object' ? (list.items as Schema | undefined) : undefined;
}

function givenIn(item: { id?: string; created_at?: string; started_at?: string }): Given {
  return { id: item.id, time: item.created_at ?? item.started_at };
}
