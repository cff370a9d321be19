import { formatTimestamp } from '../../contract/rules/time.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import type { Transaction } from '../../store/store.ts';
import { type Collection, collectionPath } from './collection.ts';
import { newId, type OperationContext, type Page, param } from './operation-context.ts';

// What most operations do. A resource takes these handlers for the verbs at which it does nothing special.

type Words = { description?: string; metadata?: string };

/** `get`, `list` and `delete` of a collection. */
export function crudHandlers<Rec extends { id: string }, Hidden>(collection: Collection<Rec, Hidden>) {
  return {
    get: async (context: OperationContext): Promise<Rec> =>
      (await collection.get(context.store, param(context, 'id'), context.now())).record,
    list: (context: OperationContext): Promise<Page<Rec>> => collection.page(context),
    delete: (context: OperationContext): Promise<undefined> =>
      context.store.write(async (transaction) => {
        const { record } = await collection.get(transaction, param(context, 'id'), context.now());
        await collection.remove(transaction, record);
        return undefined;
      }),
  };
}

/** `update` of a resource of which only the words change: `description` and `metadata`. */
export function updateWords<Rec extends { id: string } & Words, Hidden>(collection: Collection<Rec, Hidden>) {
  return (context: OperationContext<Words>): Promise<Rec> =>
    context.store.write(async (transaction) => {
      const row = await collection.get(transaction, param(context, 'id'), context.now());
      if (Object.keys(context.body).length === 0) return row.record;
      const record = { ...row.record, ...context.body };
      await collection.replace(transaction, { ...row, record });
      return record;
    });
}

/** What every new record starts with. */
export interface RecordHead {
  readonly id: string;
  /** As a path. */
  readonly uri: string;
  readonly created_at: string;
}

/** The start of a record that is made now. */
export async function newRecordHead(
  transaction: Transaction,
  context: Pick<OperationContext, 'now'>,
  resource: Resource,
): Promise<RecordHead> {
  const { id, milliseconds } = await newId(transaction, context, resource.idPrefix ?? '');
  return { id, uri: `/${collectionPath(resource)}/${id}`, created_at: formatTimestamp(milliseconds) };
}

/** A body with the schema's defaults in the place of absent members. */
export function withDefaults<Body>(schema: ObjectSchema, body: Body): Body {
  const defaults = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    typeof member === 'object' && member.default !== undefined ? [[name, member.default]] : [],
  );
  return { ...Object.fromEntries(defaults), ...body };
}
