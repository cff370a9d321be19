import { listOf } from '../../contract/index.ts';
import type { Reader, RowData } from '../../store/store.ts';
import type { SeedList } from '../rules/seed-list.ts';
import { completeCatalogue, isRules } from './catalogue.ts';

/** A record by its id, and what people know it by. */
export interface NamedRecord {
  readonly id: string;
  /** Empty where nothing was said about it. */
  readonly description: string;
}

const mostRecords = 1000;

/**
 * The records that no operation of the API lists, newest first: edges, routes, IP policies, authorities, subscriptions.
 * Undefined where there is no such collection, or the API lists it.
 * @param source the collection as references call it: `edges/tcp`, `edges/https/{edge_id}/routes`
 * @param around the record that theirs is in: the edge of a route
 */
export async function listUnlisted(
  reader: Reader,
  source: string,
  around?: string,
): Promise<NamedRecord[] | undefined> {
  const collections = listOf(source) ? [] : collectionsOf(source.replace(/\{\w+\}\//g, ''));
  if (collections.length === 0) return undefined;
  const lists = await Promise.all(collections.map((name) => reader.list(name, { limit: mostRecords })));
  return lists
    .flat()
    .filter(({ data }) => around === undefined || data.edgeId === undefined || data.edgeId === around)
    .map(({ id, data }) => ({ id, description: describe(data) }));
}

function collectionsOf(name: string): string[] {
  const known = completeCatalogue().flatMap((entry): Pick<SeedList, 'collection' | 'referredToAs'>[] => {
    if (!isRules(entry)) return [entry, ...(entry.nested ?? [])];
    return [{ collection: entry.collection.name, referredToAs: entry.seed.referredToAs }];
  });
  const named = known.filter(({ collection, referredToAs }) => [collection, referredToAs].includes(name));
  return [...new Set(named.map(({ collection }) => collection))];
}

/** The first of its members that is meant for people. */
function describe(row: RowData): string {
  const { description, name, match, urls } = (row.record ?? row) as Readonly<Record<string, unknown>>;
  const texts = [description, name, match, Array.isArray(urls) ? urls.join(' ') : undefined];
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? '';
}
