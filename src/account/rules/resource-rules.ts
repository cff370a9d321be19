import type { ItemOf, Operation, Resource, ResultOf } from '../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { type Collection, collectionOf, type Stored } from '../records/collection.ts';
import type { ContextOf, OperationContext, Page, Service } from '../records/operation-context.ts';
import type { RecordText } from '../records/record-text.ts';
import { newRow, type RecordContext, type RecordHead, type RecordOf } from './new-record.ts';
import type { ExportContext, GivenHead } from './seed-list.ts';

/** What an operation answers: a page for lists, else the record, or nothing; as text where that is at hand. URIs are paths. */
type AnswerOf<O extends Operation> = O extends { list: object }
  ? Page<ItemOf<O> | RecordText>
  : ResultOf<O> | RecordText;

/** Carries out one operation. Errors of the request are thrown as RequestError. */
export type Handler<O extends Operation> = (context: ContextOf<O>) => Promise<AnswerOf<O>>;

/** A handler whose operation is known only at run time. */
export type AnyHandler = (context: OperationContext) => Promise<unknown>;

/** Operations that have a handler without rules of their own: `standardHandlers`. */
export type StandardVerb = 'create' | 'get' | 'list' | 'update' | 'delete';

type OperationsOf<R extends Resource> = R['operations'];
type HandlersOf<R extends Resource> = {
  readonly [Verb in Exclude<keyof OperationsOf<R>, StandardVerb>]: Handler<OperationsOf<R>[Verb]>;
} & {
  readonly [Verb in keyof OperationsOf<R> & StandardVerb]?: Handler<OperationsOf<R>[Verb]>;
};

/** What a seed and an export do not take from the contract. */
export interface SeedPart<Rec = never, Hidden = never> {
  /** What the list is called, where not as the records' path. */
  readonly member?: string;
  /** Members that an item has beside those of the body of `create`, or in place of some. */
  readonly members?: Readonly<Record<string, ObjectSchema>>;
  /** The whole item, where no operation creates one or its members are not those of the body. */
  readonly item?: ObjectSchema;
  /** What `x-refers-to` calls these records beside their path. */
  readonly referredToAs?: string;
  /** The members that an export has first, in their order, before `description`, `metadata` and the others. */
  readonly first?: readonly string[];
  /** Members that an export has even when they are empty. */
  readonly always?: readonly string[];
  /** Id and time of an item that has them in other members than `id` and `created_at`. */
  givenHead?(item: object): GivenHead;
  /** The record as an export reads the members of an item from it; undefined for one that another list has. */
  exported?(row: Stored<Rec, Hidden>, context: ExportContext): object | undefined;
}

/** What an account does with the records of a resource: the standard handlers, and what differs from them. */
export interface ResourceRules {
  readonly resource: Resource;
  readonly collection: Collection<{ id: string }, object>;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly seed: SeedPart<object, object>;
  prepare?(service: Service, given: object): Promise<unknown>;
  insert(context: RecordContext, head: RecordHead, given: object, prepared: unknown): Promise<object>;
}

interface Definition<R extends Resource, Hidden, Given, Prepared> {
  /** Where its rows are, if they have keys or hidden parts. */
  readonly collection?: Collection<RecordOf<R>, Hidden>;
  /** Does before the transaction what takes long, such as making a key. */
  prepare?(service: Service, given: Given): Promise<Prepared>;
  /**
   * Stores a new record and answers with it. What is given is the body of `create`, or an item of a seed, with the
   * owner that it gets: `owner_id`, or `principal` as a reference.
   */
  insert?(context: RecordContext, head: RecordHead, given: Given, prepared: Prepared): Promise<object>;
  readonly seed?: SeedPart<RecordOf<R>, Hidden>;
}

type HandlersPart<R extends Resource> =
  Record<never, never> extends HandlersOf<R>
    ? { readonly handlers?: HandlersOf<R> }
    : { readonly handlers: HandlersOf<R> };

/**
 * States what an account does with the records of a resource where the standard handlers are not enough. An operation
 * of another verb must have its own.
 */
export function defineRules<const R extends Resource, Hidden, Given, Prepared>(
  resource: R,
  definition: Definition<R, Hidden, Given, Prepared> & HandlersPart<R>,
): ResourceRules {
  const { collection = collectionOf(resource), handlers = {}, seed = {}, ...own } = definition;
  const rules: ResourceRules = {
    resource,
    collection,
    handlers,
    seed,
    async insert(context: RecordContext, head: RecordHead, given: object) {
      const row = newRow(resource, context, head, given);
      await rules.collection.insert(context.transaction, row);
      return row.record;
    },
    ...own,
  } as object as ResourceRules;
  return rules;
}
