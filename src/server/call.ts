import type { BodyOf, Operation } from '../contract/resource.ts';
import { quote } from '../contract/rules/rule.ts';
import type { Reader, Store, Transaction } from '../store/store.ts';
import { type Account, type Principal, readPrincipal } from './account.ts';
import { ksuid } from './identifiers.ts';
import type { PageQuery } from './query.ts';
import { invalidField, RequestError } from './request-error.ts';
import type { Vault } from './vault.ts';

/** What all calls of one app share. */
export interface Service {
  readonly store: Store;
  readonly vault: Vault;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** One authenticated request on its way through an operation's handler. */
export interface Call<Body = unknown> extends Service {
  readonly params: Readonly<Record<string, string>>;
  readonly page: PageQuery;
  readonly body: Body;
  /** Who owns the calling key. */
  readonly callerId: string;
  readonly account: () => Promise<Account>;
}

/** The call of one operation of the contract. */
export type CallOf<O extends Operation> = Call<BodyOf<O>>;

/** One page of a list, and whether older records follow. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/** The path member of a call; the router saw to it that there is one. */
export function param(call: Call, name: string): string {
  return call.params[name] ?? '';
}

/** A new id and the moment that it stands for. */
export async function newId(
  transaction: Transaction,
  call: Pick<Call, 'now'>,
  prefix: string,
): Promise<{ id: string; milliseconds: number }> {
  const tick = await transaction.tick(call.now());
  return { id: `${prefix}_${ksuid(tick)}`, milliseconds: tick.milliseconds };
}

/**
 * The owner of what a call creates: the caller, or the principal that it names.
 * @throws RequestError 403 when a caller who is no admin names another one, 400 when there is no such principal
 * @see api.md section 5, point 3
 */
export async function ownerOf(reader: Reader, call: Call, ownerId: string | undefined): Promise<string> {
  if (ownerId === undefined || ownerId === call.callerId) return call.callerId;
  const caller = await readPrincipal(reader, call.callerId);
  if (!caller?.isAdmin) {
    throw new RequestError('ERR_OWNER_NOT_PERMITTED', undefined, { field: 'owner_id' });
  }
  const owner: Principal | undefined = await readPrincipal(reader, ownerId);
  if (owner) return owner.id;
  throw invalidField(['owner_id'], `${quote(ownerId)} is not a user or bot of this account`);
}
