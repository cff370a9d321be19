import type { Resource } from '../contract/resource.ts';
import { formatTimestamp } from '../contract/rules/time.ts';
import type { ObjectSchema } from '../contract/schema.ts';
import type { Transaction } from '../store/store.ts';
import { type Call, newId, type Page, param } from './call.ts';
import { type Collection, collectionPath } from './collection.ts';

// What most operations do. A resource takes these handlers for the verbs at which it does nothing special.

type Words = { description?: string; metadata?: string };

/** `get`, `list` and `delete` of a collection. */
export function standard<Rec extends { id: string }, Hidden>(collection: Collection<Rec, Hidden>) {
  return {
    get: async (call: Call): Promise<Rec> =>
      (await collection.get(call.store, param(call, 'id'), call.now())).record,
    list: (call: Call): Promise<Page<Rec>> => collection.page(call),
    delete: (call: Call): Promise<undefined> =>
      call.store.write(async (transaction) => {
        const { record } = await collection.get(transaction, param(call, 'id'), call.now());
        await collection.remove(transaction, record);
        return undefined;
      }),
  };
}

/** `update` of a resource of which only the words change: `description` and `metadata`. */
export function updateWords<Rec extends { id: string } & Words, Hidden>(collection: Collection<Rec, Hidden>) {
  return (call: Call<Words>): Promise<Rec> =>
    call.store.write(async (transaction) => {
      const row = await collection.get(transaction, param(call, 'id'), call.now());
      if (Object.keys(call.body).length === 0) return row.record;
      const record = { ...row.record, ...call.body };
      await collection.replace(transaction, { ...row, record });
      return record;
    });
}

/** What every new record starts with. */
export interface Start {
  readonly id: string;
  /** As a path. */
  readonly uri: string;
  readonly created_at: string;
}

/** The start of a record that is made now. */
export async function begin(
  transaction: Transaction,
  call: Pick<Call, 'now'>,
  resource: Resource,
): Promise<Start> {
  const { id, milliseconds } = await newId(transaction, call, resource.idPrefix ?? '');
  return { id, uri: `/${collectionPath(resource)}/${id}`, created_at: formatTimestamp(milliseconds) };
}

/** A body with the schema's defaults in the place of absent members. */
export function withDefaults<Body>(schema: ObjectSchema, body: Body): Body {
  const defaults = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    typeof member === 'object' && member.default !== undefined ? [[name, member.default]] : [],
  );
  return { ...Object.fromEntries(defaults), ...body };
}
