import type { Transaction } from '../../store/store.ts';
import type { RecordHead } from '../records/crud-handlers.ts';
import type { Service } from '../records/operation-context.ts';

/** What a seed says of the id and the time of a record. */
export interface Given {
  readonly id?: string | undefined;
  /** RFC 3339. */
  readonly time?: string | undefined;
}

/** What adding to the account may use. */
export interface SeedCall extends Pick<Service, 'vault' | 'now'> {
  readonly transaction: Transaction;
  /** Who owns what the seed gives no owner. */
  readonly ownerId: string;
  /**
   * The start of a record, with the id and time given or made; `member` is what the seed calls its id.
   * @throws RequestError when there is such a record already
   */
  newRecordHead(prefix: string, collection: string, given: Given, member?: string): Promise<RecordHead>;
  /** Notes a secret of a record that the seed has only `<SECRET>` for. */
  noteMissingSecret(id: string, member: string): void;
}

/** One item of a seed on its way into the account. */
export interface SeedEntry<Item, Parent = never, Prepared = never> {
  readonly start: RecordHead;
  readonly item: Item;
  /** The item around this one. */
  readonly parent: { readonly start: RecordHead; readonly item: Parent };
  /** What `prepare` made. */
  readonly prepared: Prepared;
}

/** A list of a seed: where its items go, and how. Problems of an item are thrown as RequestError. */
export interface SeedKind<Item = never, Parent = never, Prepared = never> {
  /** What holds the items, in the seed or in the item around them. */
  readonly member: string;
  readonly prefix: string;
  readonly collection: string;
  /** For items that state id or time in another way than as `id` and `created_at` or `started_at`. */
  readonly given?: (item: Item) => Given;
  /** What takes too long for a transaction, such as making a key. */
  readonly prepare?: (service: Service, item: Item) => Promise<Prepared>;
  readonly add: (call: SeedCall, entry: SeedEntry<Item, Parent, Prepared>) => Promise<unknown>;
  /** Lists within each item, added after it. */
  readonly nested?: readonly AnySeedKind[];
}

/** A kind whose items are known only at run time. */
export type AnySeedKind = SeedKind<object, object, unknown>;

/** States a kind of items. */
export function defineSeedKind<Item, Parent = never, Prepared = never>(
  kind: SeedKind<Item, Parent, Prepared>,
): AnySeedKind {
  return kind as unknown as AnySeedKind;
}
