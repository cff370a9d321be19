import type { Client } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import type { ManifestKind } from '../../contract/manifest/kinds.ts';
import { pathParameters } from '../../contract/schema/resource.ts';
import { CliError } from '../errors/cli-error.ts';
import { runLimited } from '../operation/batch.ts';
import type { Members } from '../operation/body/request-body.ts';
import type { PathValues } from '../operation/targets.ts';
import type { ManifestHolding } from './manifest.ts';

/** A record as the account has it. */
export interface AccountRecord {
  readonly kind: ManifestKind;
  /** The members of its address. */
  readonly address: PathValues;
  readonly record: Members;
}

/** How many requests are under way at once. */
export const atOnce = 8;

/**
 * All records of a kind that are the account's own to change, oldest first. Those that were added while the pages were
 * read are there too. Throws a CliError where they are added faster than they can be read.
 */
export async function readKind(client: Client, kind: ManifestKind): Promise<AccountRecord[]> {
  const { list, form } = kind;
  if (list === undefined || pathParameters(list.operation).length > 0)
    throw new Error(`${kind.name} has no list of its own`);
  const found: Members[] = [];
  for await (const item of client.listAll(list.operation, {})) found.push(item as Members);
  await addNewer(client, kind, found);
  const own = found.filter((record) => form.own === undefined || record[form.own.member] === form.own.value);
  return own.reverse().map((record) => ({ kind, address: { id: String(record.id) }, record }));
}

/** How often the head of a list is looked at until nothing was added to it. */
const mostLooks = 5;

async function addNewer(client: Client, { list, name }: ManifestKind, found: Members[]): Promise<void> {
  if (list === undefined) return;
  for (let look = 0; look < mostLooks; look++) {
    const newest = found[0]?.id;
    const added: Members[] = [];
    for await (const { items } of client.listPages(list.operation, { limit: look === 0 ? 1 : 100 })) {
      const records = items as Members[];
      const known = records.findIndex(({ id }) => id === newest || String(id) < String(newest ?? ''));
      added.push(...(known < 0 ? records : records.slice(0, known)));
      if (known >= 0 || records.length === 0) break;
    }
    if (added.length === 0) return;
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
  { kind, around }: ManifestHolding,
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
