import { expect } from 'vitest';
import type { Announcement } from '../../harness/served-sandbox.ts';
import type { Recorded } from './operations.ts';
import {
  expectSound,
  nameOfRecord,
  readAccount,
  type StoredAccount,
  type StoredEvent,
  type StoredRecord,
} from './stored-account.ts';
import type { Acknowledged } from './traffic.ts';

/** Kind and verb of an event: `endpoint`, `created`. */
function partsOf({ event_type }: StoredEvent): [kind: string, verb: string] {
  const [, kind = '', verb = ''] = /^(\w+)_([a-z]+)\.v0$/.exec(event_type) ?? [];
  return [kind, verb];
}

/** What tells a change from all others, for events and for what clients were told. */
const changeOf = (verb: string, id: string, text: unknown) =>
  `${verb} ${id} ${verb === 'deleted' ? '' : text}`;

/**
 * The history of an account as its events tell it in the end, with the moments at which somebody heard of it. Whatever
 * a power cut leaves must be this history up to some event, and nothing that was told may be missing.
 */
export class AccountHistory {
  readonly #before: StoredAccount;
  readonly #events: readonly StoredEvent[];
  readonly #announced: Pick<Announcement, 'api_key_id' | 'ssh_certificate_authorities'>;
  readonly #announcedAt: number;
  /** How many events had to have happened for an answer. */
  readonly #answers: readonly { readonly at: number; readonly events: number }[];

  /**
   * @param before what the account held before it was served
   * @param last what it held in the end
   * @param told what `serve` announced, and what its clients were answered
   */
  constructor(
    before: StoredAccount,
    last: StoredAccount,
    operations: readonly Recorded[],
    told: { announced: Announcement; acknowledged: readonly Acknowledged[] },
  ) {
    this.#before = before;
    this.#events = last.events;
    this.#announced = told.announced;
    const answers = operations.filter((operation) => operation.kind === 'answer');
    const announced = answers.find(({ text }) => text.includes(JSON.stringify(told.announced.url)));
    if (!announced) throw new Error('the record does not hold what serve announced');
    // What stands there is known without being announced.
    this.#announcedAt = before.records.size > 0 ? 0 : announced.at;
    const moments = new Map<string, number>();
    for (const { text, at } of answers) {
      for (const [, id = ''] of text.matchAll(/^operation-id: (\S+)/gim)) moments.set(id, at);
    }
    const positions = new Map(
      last.events.map((event, i) => {
        const [, verb] = partsOf(event);
        return [changeOf(verb, event.object.id, event.object.description), i];
      }),
    );
    this.#answers = told.acknowledged.map(({ operationId, verb, id, text }) => {
      const at = moments.get(operationId);
      const position = positions.get(changeOf(verb, id, text));
      if (at === undefined) throw new Error(`the record does not hold the answer ${operationId}`);
      if (position === undefined)
        throw new Error(`no event tells of what was answered: ${verb} ${id} ${text}`);
      return { at, events: position + 1 };
    });
    this.#compareRecords(last);
  }

  /** What had been told at a moment: it differs where that differs. */
  owed(at: number): string {
    return `${at >= this.#announcedAt} ${this.#eventsToldBy(at)}`;
  }

  /** Opens what a power cut left at a moment and compares it with the history. */
  async check(file: string, at: number): Promise<void> {
    const { api_key_id, ssh_certificate_authorities } = this.#announced;
    const isAnnounced = at >= this.#announcedAt;
    const authorities = isAnnounced ? ssh_certificate_authorities.map(({ id }) => id) : [];
    const found = await readAccount(file, authorities);
    const { length } = found.events;
    expect(found.events, 'other events than there were').toEqual(this.#events.slice(0, length));
    expect(length, 'events of which somebody had heard').toBeGreaterThanOrEqual(this.#eventsToldBy(at));
    const since = found.events.slice(this.#before.events.length);
    const count = (type: string) => since.filter(({ event_type }) => event_type === type).length;
    // Each endpoint of the traffic reserves a host of its own, in its own transaction.
    expect(count('endpoint_created.v0'), 'half a transaction').toBe(count('reserved_domain_created.v0'));
    if (isAnnounced) {
      if (api_key_id !== null)
        expect([...found.records.keys()]).toContain(nameOfRecord('api_key', api_key_id));
      this.#compareRecords(found);
    }
    expectSound(file);
  }

  #eventsToldBy(at: number): number {
    return this.#answers.reduce(
      (most, answer) => (answer.at <= at ? Math.max(most, answer.events) : most),
      0,
    );
  }

  /** The records must be what the events make of those before them. */
  #compareRecords({ events, records }: StoredAccount): void {
    const expected = new Map<string, StoredRecord>(this.#before.records);
    for (const event of events.slice(this.#before.events.length)) {
      const [kind, verb] = partsOf(event);
      const name = nameOfRecord(kind, event.object.id);
      if (verb === 'deleted') expected.delete(name);
      else if (kind !== 'reserved_domain') expected.set(name, event.object);
    }
    const found = new Map(records);
    // Made before anybody could make a change: no event tells of it.
    found.delete(nameOfRecord('api_key', this.#announced.api_key_id ?? ''));
    expect(sorted(found), 'records that the events do not tell of').toEqual(sorted(expected));
  }
}

function sorted(records: ReadonlyMap<string, StoredRecord>): [string, StoredRecord][] {
  return [...records].sort(([a], [b]) => (a < b ? -1 : 1));
}
