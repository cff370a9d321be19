import { quote } from '../../contract/rules/rule.ts';
import { formatTimestamp, parseTimestamp } from '../../contract/rules/time.ts';
import { formatPath, type ValuePath } from '../../contract/schema/validate.ts';
import type { Transaction } from '../../store/store.ts';
import { ksuid, timeOfId } from '../records/identifiers.ts';
import { invalidField } from '../records/request-error.ts';
import type { RecordHead } from '../rules/new-record.ts';
import type { GivenHead } from '../rules/seed-list.ts';

/** What a KSUID can hold, in milliseconds since 1970. */
const firstTime = Date.UTC(2014, 4, 13, 16, 53, 20);
const lastTime = firstTime + (2 ** 32 - 1) * 1000;

/** Gives the records of a seed their ids and times (contract/README.md "Ids and times"). */
export class SeedIds {
  readonly #transaction: Transaction;
  readonly #now: () => number;
  /** Where each id of the seed was given first. */
  readonly #paths = new Map<string, ValuePath>();
  /** Keeps ids that are made for one time in the order of the seed. */
  #counter = 0;

  constructor(transaction: Transaction, now: () => number) {
    this.#transaction = transaction;
    this.#now = now;
  }

  /**
   * The head of the record of the item at the path.
   * @param member what the item calls the id
   * @throws RequestError when the id is taken, or no id can be made from the time
   */
  async newRecordHead(
    prefix: string,
    collection: string,
    given: GivenHead & { path: ValuePath; member: string },
  ): Promise<RecordHead> {
    const { id, milliseconds } =
      given.id === undefined
        ? await this.#makeId(prefix, given.time)
        : await this.#takeId(given.id, collection, given);
    return { id, uri: `/${collection}/${id}`, created_at: formatTimestamp(milliseconds) };
  }

  async #takeId(
    id: string,
    collection: string,
    { path, member, time }: Parameters<SeedIds['newRecordHead']>[2],
  ) {
    const first = this.#paths.get(id);
    if (first) throw invalidField([member], `${quote(id)} is the id of ${formatPath(first)} already`);
    this.#paths.set(id, path);
    if (await this.#transaction.get(collection, id)) {
      throw invalidField([member], `${quote(id)} exists already in this account`);
    }
    return { id, milliseconds: time === undefined ? timeOfId(id) : parseTimestamp(time) };
  }

  async #makeId(prefix: string, time: string | undefined) {
    if (time === undefined) {
      const tick = await this.#transaction.tick(this.#now());
      return { id: `${prefix}_${ksuid(tick)}`, milliseconds: tick.milliseconds };
    }
    const milliseconds = parseTimestamp(time);
    if (milliseconds < firstTime || milliseconds > lastTime) {
      const from = `${formatTimestamp(firstTime)} to ${formatTimestamp(lastTime)}`;
      throw invalidField([], `needs an id: one can only be made for a time from ${from}`);
    }
    this.#counter += 1;
    return { id: `${prefix}_${ksuid({ milliseconds, counter: this.#counter })}`, milliseconds };
  }
}
