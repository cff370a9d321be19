import type { Change } from '../../contract/events/event-types.ts';
import { quote } from '../../contract/rules/rule.ts';
import type { BodyOf, Operation } from '../../contract/schema/resource.ts';
import type { Reader, Store, Transaction } from '../../store/store.ts';
import { type Account, type Principal, readPrincipal } from './account.ts';
import { ksuid } from './identifiers.ts';
import { invalidField, RequestError } from './request-error.ts';
import type { Vault } from './vault.ts';

/** Who sends a request. */
export interface Caller {
  /** The owner of the API key, a user or a bot. */
  readonly principalId: string;
  /** Undefined for callers in the same process. */
  readonly keyId?: string | undefined;
}

/** A transaction that records the changes made in it as events. */
export interface RecordingTransaction extends Transaction {
  /**
   * Records that an object was changed, together with the change. Absent where no event is due: what a seed
   * or an import brings was there before.
   * @param kind its word in event types, if it has one
   * @param object the record as the API shows it, its URIs as paths; without secrets
   */
  recordEvent?(kind: string | undefined, change: Change, object: object): Promise<void>;
}

/** A store whose transactions record the changes made in them. */
export interface RecordingStore extends Store {
  write<T>(work: (transaction: RecordingTransaction) => Promise<T>): Promise<T>;
}

/** What all requests to one app share. */
export interface Service {
  readonly store: Store;
  readonly vault: Vault;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** One authenticated request on its way through an operation's handler. */
export interface OperationContext<Body = unknown> extends Service {
  readonly params: Readonly<Record<string, string>>;
  readonly page: PageQuery;
  readonly body: Body;
  /** Who owns the calling key. */
  readonly callerId: string;
  readonly account: () => Promise<Account>;
}

/** A request for one operation of the contract. */
export type ContextOf<O extends Operation> = OperationContext<BodyOf<O>>;

/** Which page of a list is asked for. */
export interface PageQuery {
  readonly limit: number;
  readonly before: string | undefined;
}

/** One page of a list, and whether older records follow. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/** The path member of a request; the router saw to it that there is one. */
export function param(context: OperationContext, name: string): string {
  return context.params[name] ?? '';
}

/** A new id and the moment that it stands for. */
export async function newId(
  transaction: Transaction,
  context: Pick<OperationContext, 'now'>,
  prefix: string,
): Promise<{ id: string; milliseconds: number }> {
  const tick = await transaction.tick(context.now());
  return { id: `${prefix}_${ksuid(tick)}`, milliseconds: tick.milliseconds };
}

/**
 * The owner of what a request creates: the caller, or the principal that it names.
 * @throws RequestError 403 when a caller who is no admin names another one, 400 when there is no such principal
 * @see contract/README.md "Owner"
 */
export async function ownerOf(
  reader: Reader,
  context: OperationContext,
  ownerId: string | undefined,
): Promise<string> {
  if (ownerId === undefined || ownerId === context.callerId) return context.callerId;
  const caller = await readPrincipal(reader, context.callerId);
  if (!caller?.isAdmin) {
    throw new RequestError('ERR_OWNER_NOT_PERMITTED', undefined, { field: 'owner_id' });
  }
  const owner: Principal | undefined = await readPrincipal(reader, ownerId);
  if (owner) return owner.id;
  throw invalidField(['owner_id'], `${quote(ownerId)} is not a user or bot of this account`);
}
