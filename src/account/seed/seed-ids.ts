import { quote } from '../../contract/rules/rule.ts';
import { formatTimestamp, parseTimestamp } from '../../contract/rules/time.ts';
import { ownEntry } from '../../contract/schema/json-object.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import { formatPath, type ValuePath } from '../../contract/schema/validate.ts';
import type { Reader, Transaction } from '../../store/store.ts';
import { ksuid, timeOfId } from '../records/identifiers.ts';
import { invalidField } from '../records/request-error.ts';
import type { RecordHead } from '../rules/new-record.ts';
import type { GivenHead, SeedList } from '../rules/seed-list.ts';

/** By what a schema's `x-refers-to` says: the collections that hold such ids, by prefix. */
type ReferenceTargets = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What items can refer to: the records of the lists. */
export function referenceTargets(lists: readonly SeedList[]): ReferenceTargets {
  const targets = new Map<string, Map<string, string>>();
  for (const { prefix, collection, referredToAs } of lists) {
    for (const name of new Set([collection, referredToAs ?? collection])) {
      targets.set(name, (targets.get(name) ?? new Map()).set(prefix, collection));
    }
  }
  return targets;
}

/** The id of another record, where it stands in an item. */
interface Reference {
  readonly id: string;
  readonly path: ValuePath;
  readonly collections: ReadonlyMap<string, string>;
}

/** All references in a value, by its schema. */
export function referencesIn(
  targets: ReferenceTargets,
  schema: Schema | undefined,
  value: unknown,
  path: ValuePath = [],
): Reference[] {
  if (typeof schema !== 'object') return [];
  if (typeof value === 'string') {
    const collections = targets.get(schema['x-refers-to'] ?? '');
    return collections ? [{ id: value, path, collections }] : [];
  }
  if (Array.isArray(value)) {
    const items = schema.items as Schema | undefined;
    return value.flatMap((item, i) => referencesIn(targets, items, item, [...path, i]));
  }
  if (typeof value !== 'object' || value === null || !schema.properties) return [];
  const { properties } = schema;
  return Object.entries(value).flatMap(([name, member]) =>
    referencesIn(targets, ownEntry<Schema>(properties, name), member, [...path, name]),
  );
}

/** @throws RequestError when nothing has the id */
export async function checkReference(reader: Reader, { id, path, collections }: Reference): Promise<void> {
  const collection = collections.get(id.slice(0, id.indexOf('_')));
  if (collection !== undefined && (await reader.get(collection, id))) return;
  throw invalidField(path, `${quote(id)} is neither in this seed nor in the account`);
}

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
    if (first) throw invalidField([member], `${quote(id)} is already the id of ${formatPath(first)}`);
    this.#paths.set(id, path);
    if (await this.#transaction.get(collection, id)) {
      throw invalidField([member], `${quote(id)} already exists in this account`);
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
