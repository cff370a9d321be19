import { formatTimestamp } from '../../contract/rules/time.ts';
import { isEmpty } from '../../contract/schema/json-object.ts';
import type { FromSchema, ObjectSchema } from '../../contract/schema/schema.ts';
import type { RowData, Snapshot } from '../../store/store.ts';
import { timeOfId } from '../records/identifiers.ts';
import type { Service } from '../records/operation-context.ts';
import type { Vault } from '../records/vault.ts';
import type { RecordContext, RecordHead } from './new-record.ts';

/** What a seed gives of the id and the time of a record. */
export interface GivenHead {
  readonly id?: string | undefined;
  /** RFC 3339. */
  readonly time?: string | undefined;
}

/** What adding to the account may use. */
export interface InsertContext extends RecordContext {
  /** Who owns what the seed gives no owner. */
  readonly ownerId: string;
  /**
   * The head of a record, with the id and time given or made; `member` is what the seed calls its id.
   * @throws RequestError when there is such a record already
   */
  newRecordHead(prefix: string, collection: string, given: GivenHead, member?: string): Promise<RecordHead>;
}

/** One item of a seed on its way into the account. */
export interface SeedEntry<Item, Prepared = unknown, Parent = never> {
  readonly head: RecordHead;
  readonly item: Item;
  /** What `prepare` made. */
  readonly prepared: Prepared;
  /** The item around this one. */
  readonly parent: { readonly head: RecordHead; readonly item: Parent };
}

/** What an export may use. */
export interface ExportContext {
  readonly snapshot: Snapshot;
  readonly vault: Vault;
  readonly withSecrets: boolean;
  /** What `read` answers, read once in an export. */
  once<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T>;
}

/** A list of a seed: what an item of it may hold, how it gets into the account, and how it is made from it. */
export interface SeedList {
  /** What holds the items, in the seed or in the item around them. */
  readonly member: string;
  readonly prefix: string;
  readonly collection: string;
  readonly item: ObjectSchema;
  /** Undefined for a list within items: the schema of the item around it has one. */
  readonly description?: string;
  /** What `x-refers-to` calls these records beside their collection. */
  readonly referredToAs?: string | undefined;
  /** The words of the command that gives a secret again. */
  readonly updateCommand?: string;
  /** For items that state id or time in another way than as `id` and `created_at` or `started_at`. */
  givenHead?(item: object): GivenHead;
  /** Does what takes too long for a transaction, such as making a key. */
  prepare?(service: Service, item: object): Promise<unknown>;
  /** Stores the record of an item. Problems of the item are thrown as RequestError. */
  insert(context: InsertContext, entry: SeedEntry<object, unknown, object>): Promise<unknown>;
  /** Lists within each item, inserted after it. */
  readonly nested?: readonly SeedList[];
  /** The item of a row; undefined for a row that another list has. Nested lists have none: the item around does it. */
  toItem?(row: RowData, context: ExportContext, id: string): object | undefined | Promise<object | undefined>;
}

interface Definition<S extends ObjectSchema, Prepared, Parent>
  extends Pick<SeedList, 'member' | 'prefix' | 'collection' | 'description' | 'referredToAs' | 'nested'> {
  readonly item: S;
  prepare?(service: Service, item: FromSchema<S>): Promise<Prepared>;
  insert(context: InsertContext, entry: SeedEntry<FromSchema<S>, Prepared, Parent>): Promise<unknown>;
  toItem?(
    row: RowData,
    context: ExportContext,
    id: string,
  ): FromSchema<S> | undefined | Promise<FromSchema<S> | undefined>;
}

/** States a list of a seed, typed by the schema of its items. */
export function defineSeedList<const S extends ObjectSchema, Prepared = unknown, Parent = never>(
  list: Definition<S, Prepared, Parent>,
): SeedList {
  return list as unknown as SeedList;
}

/** Members that say something: texts and lists that are empty are what a seed has without them. */
export function omitEmpty<Members extends object>(members: Members): Partial<Members> {
  const entries = Object.entries(members).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(entries) as Partial<Members>;
}

type Given<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** Members that are given. */
export function omitUndefined<Members extends object>(members: Members): Given<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Given<Members>;
}

/** `created_at`, where it is not the time in the id. */
export function createdAt({ id, created_at }: { id: string; created_at?: string }): { created_at?: string } {
  if (created_at === undefined || created_at === formatTimestamp(timeOfId(id))) return {};
  return { created_at };
}

/** `started_at`, likewise. */
export function startedAt({ id, started_at }: { id: string; started_at: string }): { started_at?: string } {
  return started_at === formatTimestamp(timeOfId(id)) ? {} : { started_at };
}
