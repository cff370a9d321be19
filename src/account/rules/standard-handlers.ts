import type { Collection, Stored } from '../records/collection.ts';
import { type OperationContext, ownerOf, param } from '../records/operation-context.ts';
import { refTo } from '../records/references.ts';
import { changedRow, newRecordHead, type RecordContext } from './new-record.ts';
import type { AnyHandler, ResourceRules, StandardVerb } from './resource-rules.ts';

/** What most operations do. A resource has these handlers for the verbs for which it defines none. */
export function standardHandlers(rules: ResourceRules): Readonly<Record<StandardVerb, AnyHandler>> {
  const { resource, collection } = rules;
  return {
    async create(context: OperationContext) {
      const body = context.body as { owner_id?: string };
      const prepared = await rules.prepare?.(context, body);
      return context.store.write(async (transaction) => {
        const ownerId = hasMember(rules, 'owner_id')
          ? await ownerOf(transaction, context, body.owner_id)
          : context.callerId;
        const head = await newRecordHead(transaction, context, resource);
        const given = { ...body, ...ownerMembers(rules, ownerId) };
        return rules.insert(recordContext(transaction, context), head, given, prepared);
      });
    },
    get: (context) => collection.getText(context.store, param(context, 'id'), context.now()),
    list: (context) => collection.page(context),
    update: updateHandler(collection, (context, row, body: object) =>
      changedRow(resource, context, row, body),
    ),
    delete: deleteHandler(collection),
  };
}

/** What a new record says of its owner, in the words that records of its kind have for it. */
export function ownerMembers(rules: ResourceRules, ownerId: string): object {
  return {
    ...(hasMember(rules, 'owner_id') && { owner_id: ownerId }),
    ...(hasMember(rules, 'principal') && { principal: refTo(ownerId) }),
  };
}

function hasMember({ resource }: ResourceRules, name: string): boolean {
  return Object.hasOwn(resource.record.properties ?? {}, name);
}

function recordContext(
  transaction: RecordContext['transaction'],
  { vault, now }: OperationContext,
): RecordContext {
  return { transaction, vault, now };
}

/** An `update`: `change` makes the new row; an empty body changes nothing. */
export function updateHandler<Rec extends { id: string }, Hidden, Body extends object>(
  collection: Collection<Rec, Hidden>,
  change: (context: RecordContext, row: Stored<Rec, Hidden>, body: Body) => Promise<Stored<Rec, Hidden>>,
) {
  return (context: OperationContext): Promise<Rec> =>
    context.store.write(async (transaction) => {
      const row = await collection.get(transaction, param(context, 'id'), context.now());
      const body = context.body as Body;
      if (Object.keys(body).length === 0) return row.record;
      const changed = await change(recordContext(transaction, context), row, body);
      await collection.replace(transaction, changed);
      return changed.record;
    });
}

/** A `delete`: `before` may refuse, or keep something of the row. */
export function deleteHandler<Rec extends { id: string }, Hidden>(
  collection: Collection<Rec, Hidden>,
  before?: (transaction: RecordContext['transaction'], row: Stored<Rec, Hidden>) => Promise<void>,
) {
  return (context: OperationContext): Promise<undefined> =>
    context.store.write(async (transaction) => {
      const row = await collection.get(transaction, param(context, 'id'), context.now());
      await before?.(transaction, row);
      await collection.remove(transaction, row.record);
      return undefined;
    });
}
