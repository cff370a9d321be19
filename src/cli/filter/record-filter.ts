import type { Page } from '../../client/client.ts';
import { memberAt } from '../../contract/schema/member-path.ts';
import { ownerMembers } from '../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { type Listing, onePage } from '../output/print-list.ts';
import { isRef } from '../output/table/cell.ts';
import type { MemberCondition } from './member-condition.ts';

/** Lets records of a list through, and counts what it looked at. */
export interface RecordFilter {
  /** The same pages with the records that are wanted. @param limit how many are taken; further ones are not looked at */
  pages(all: AsyncIterator<Page>, limit: number): AsyncGenerator<Page, void>;
  /** What came of the last pages, so far. */
  readonly looked: Looked;
  /** The same in words. */
  summary(): string;
}

/** How many records were looked at and found. */
export interface Looked {
  readonly found: number;
  readonly seen: number;
  /** As many were found as were wanted, and nobody looked further. */
  readonly isCut: boolean;
}

/** Records that meet all conditions, and that one principal owns where it is given. @param schema of the records */
export function filterRecords(
  conditions: readonly Pick<MemberCondition, 'isMet'>[],
  owner: string | undefined,
  schema: ObjectSchema,
): RecordFilter {
  const owners = ownerMembers(schema);
  const isOwned = (record: unknown) => owners.some((name) => principalAt(record, name) === owner);
  const tests = [...conditions.map(({ isMet }) => isMet), ...(owner === undefined ? [] : [isOwned])];
  const isWanted = (record: unknown) => {
    for (const test of tests) if (!test(record)) return false;
    return true;
  };
  const looked = { found: 0, seen: 0, isCut: false };
  return {
    async *pages(all, limit) {
      Object.assign(looked, { found: 0, seen: 0, isCut: false });
      for (let next = await all.next(); !next.done; next = await all.next()) {
        const { items, hasNext } = next.value;
        const wanted: unknown[] = [];
        let count = 0;
        for (const item of items) {
          if (looked.found + wanted.length === limit) break;
          count += 1;
          if (isWanted(item)) wanted.push(item);
        }
        looked.seen += count;
        looked.found += wanted.length;
        const isMore = hasNext || count < items.length;
        looked.isCut = looked.found === limit && isMore;
        yield { items: wanted, hasNext: isMore };
        if (looked.isCut) return;
      }
    },
    looked,
    summary: () => formatLooked([looked]),
  };
}

/** A list that is there whole, to be printed as far as it meets the conditions. @param items what they are, in the plural */
export function chosenOf(
  records: readonly unknown[],
  conditions: readonly Pick<MemberCondition, 'isMet'>[],
  schema: ObjectSchema,
  items: string,
): Listing {
  const limit = Number.POSITIVE_INFINITY;
  if (conditions.length === 0) return { pages: onePage(records), limit, items };
  const { pages, summary } = filterRecords(conditions, undefined, schema);
  return { pages: pages(onePage(records), limit), limit, items, summary };
}

/** What to say when it is printed: `12 found, 3,400 looked through`. */
export function formatLooked(lists: readonly Looked[]): string {
  const sum = (name: 'found' | 'seen') => thousands(lists.reduce((total, list) => total + list[name], 0));
  const more = lists.some(({ isCut }) => isCut) ? '; there may be more' : '';
  return `${sum('found')} found, ${sum('seen')} looked through${more}`;
}

function principalAt(record: unknown, name: string): unknown {
  const value = memberAt(record, [name]);
  return isRef(value) ? value.id : value;
}

function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
