import type { Client } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import type { ManifestKind } from '../../../contract/manifest/kinds.ts';
import { pathParameters } from '../../../contract/schema/resource.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { Members } from '../../operation/body/request-body.ts';
import { runLimited } from '../../operation/run-limited.ts';
import type { PathValues } from '../../operation/targets.ts';
import type { HoldingPlace } from '../files/manifest.ts';

/** A record as the account has it. */
export interface AccountRecord {
  readonly kind: ManifestKind;
  /** The members of its address. */
  readonly address: PathValues;
  /** Of one that is as a manifest has it, what identifies it and no more. */
  readonly record: Members;
  readonly isAsWritten?: boolean;
  /** What it is found by, where that was looked up already. */
  readonly key?: string;
}

/** How many requests are under way at once. */
const atOnce = 8;

/**
 * All records of a kind that are the account's own to change, oldest first, each made into something else while the next
 * page is under way. Those that were added while the pages were read are there too. Throws a CliError where they are added
 * faster than they can be read.
 */
export async function readEach<T>(
  client: Client,
  kind: ManifestKind,
  make: (present: AccountRecord) => T,
): Promise<T[]> {
  const { list, form } = kind;
  if (list === undefined || pathParameters(list.operation).length > 0)
    throw new Error(`${kind.name} has no list of its own`);
  const isOwn = (record: Members) => form.own === undefined || record[form.own.member] === form.own.value;
  const makeOwn = (records: readonly Members[]) =>
    records.filter(isOwn).map((record) => make({ kind, address: { id: String(record.id) }, record }));
  let newest: string | undefined;
  const made: T[] = [];
  for await (const { items } of readAhead(client.listPages(list.operation, {}))) {
    const records = items as Members[];
    newest ??= records[0]?.id as string | undefined;
    made.push(...makeOwn(records));
  }
  return [...makeOwn(await newerThan(client, kind, newest)), ...made].reverse();
}

/** The same pages, the next one asked for before the one at hand is looked at. */
async function* readAhead<T>(pages: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  let next = pages.next();
  for (;;) {
    const { value, done } = await next;
    if (done) return;
    next = pages.next();
    // Whoever stops here is not told of it any more.
    next.catch(() => {});
    yield value;
  }
}

/** How often the head of a list is looked at until nothing was added to it. */
const mostLooks = 5;

/** The records that were added since the newest that is known, newest first. */
async function newerThan(
  client: Client,
  { list, name }: ManifestKind,
  known: string | undefined,
): Promise<Members[]> {
  const found: Members[] = [];
  if (list === undefined) return found;
  for (let look = 0; look < mostLooks; look++) {
    const newest = (found[0]?.id as string | undefined) ?? known;
    const added: Members[] = [];
    for await (const { items } of client.listPages(list.operation, { limit: look === 0 ? 1 : 100 })) {
      const records = items as Members[];
      const seen = records.findIndex(({ id }) => id === newest || String(id) < String(newest ?? ''));
      added.push(...(seen < 0 ? records : records.slice(0, seen)));
      if (seen >= 0 || records.length === 0) break;
    }
    if (added.length === 0) return found;
    found.unshift(...added);
  }
  throw new CliError(
    'ACCOUNT_CHANGED',
    `${name} are added faster than they can be read; nothing was changed`,
  );
}

/** The records within something else, by its address; undefined where that is not there. */
export async function readHolding(
  client: Client,
  { kind, around }: HoldingPlace,
): Promise<AccountRecord[] | undefined> {
  const { list, get } = kind;
  try {
    if (list === undefined) {
      const record = (await client.send(get.operation, around)) as Members;
      return [{ kind, address: around, record }];
    }
    const [last = ''] = pathParameters(get.operation).slice(-1);
    const records: AccountRecord[] = [];
    for await (const item of client.listAll(list.operation, around)) {
      const record = item as Members;
      records.push({ kind, address: { ...around, [last]: String(record[last]) }, record });
    }
    return records;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return error.code === 'ERR_MODULE_NOT_SET' ? [] : undefined;
  }
}

/** Does something for each of them, a few at a time, in their order. Throws the first failure. */
export async function forEachOf<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for await (const outcome of runLimited(items, run, () => true, atOnce)) {
    if (outcome.error !== undefined) throw outcome.error;
    results.push((outcome as { result: R }).result);
  }
  return results;
}
