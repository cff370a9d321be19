import type { Page } from '../../client/client.ts';
import { memberAt } from '../../contract/schema/member-path.ts';
import { ownerMembers } from '../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { isRef } from '../output/table/cell.ts';
import type { MemberCondition } from './member-condition.ts';

/** Lets records of a list through, and counts what it looked at. */
export interface RecordFilter {
  /** The same pages with the records that are wanted. @param limit how many are taken; further ones are not looked at */
  pages(all: AsyncIterator<Page>, limit: number): AsyncGenerator<Page, void>;
  /** What to say of the last pages when they are printed: `12 found, 3,400 looked through`. */
  summary(): string;
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
  let seen = 0;
  let found = 0;
  let isCut = false;
  return {
    async *pages(all, limit) {
      [seen, found, isCut] = [0, 0, false];
      for (let next = await all.next(); !next.done; next = await all.next()) {
        const { items, hasNext } = next.value;
        const wanted: unknown[] = [];
        let looked = 0;
        for (const item of items) {
          if (found === limit) break;
          looked += 1;
          if (!isWanted(item)) continue;
          wanted.push(item);
          found += 1;
        }
        seen += looked;
        const isMore = hasNext || looked < items.length;
        isCut = found === limit && isMore;
        yield { items: wanted, hasNext: isMore };
        if (isCut) return;
      }
    },
    summary: () =>
      `${thousands(found)} found, ${thousands(seen)} looked through${isCut ? '; there may be more' : ''}`,
  };
}

function principalAt(record: unknown, name: string): unknown {
  const value = memberAt(record, [name]);
  return isRef(value) ? value.id : value;
}

function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
