import { type Command, Option } from 'commander';
import { protocol } from '../contract/protocol.ts';
import type { PageParameters } from '../contract/resource.ts';
import { quote } from '../contract/rules/rule.ts';
import { UsageError } from './usage-error.ts';

/** Which part of a list is wanted. */
export interface Paging {
  /** How many items at most, over all pages. */
  readonly limit: number;
  readonly place: PageParameters;
}

const group = 'Options:';

/** Offers the choice of a part of a paged list. */
export function addPagingOptions(command: Command): void {
  const { maxPageSize } = protocol;
  command
    .addOption(new Option('--limit <number>', 'show at most this many (default: all)').helpGroup(group))
    .addOption(
      new Option('--page-size <number>', `fetch this many a request, 1 to ${maxPageSize}`).helpGroup(group),
    )
    .addOption(
      new Option('--before-id <id>', 'start with the next older one than this, known or not').helpGroup(
        group,
      ),
    );
}

/** Reads them. No page is larger than what is wanted in all. */
export function readPaging(command: Command): Paging {
  const given: Record<string, string | undefined> = command.opts();
  const limit = readCount('--limit', given.limit) ?? Number.POSITIVE_INFINITY;
  const pageSize = readCount('--page-size', given.pageSize, protocol.maxPageSize);
  const size = Math.min(limit, pageSize ?? protocol.maxPageSize);
  return {
    limit,
    place: {
      ...((pageSize !== undefined || size < protocol.maxPageSize) && { limit: size }),
      ...(given.beforeId !== undefined && { before_id: given.beforeId }),
    },
  };
}

function readCount(
  flag: string,
  text: string | undefined,
  max = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= max) return count;
  const range = max === Number.MAX_SAFE_INTEGER ? 'of 1 or more' : `from 1 to ${max}`;
  throw new UsageError(`${flag} ${quote(text)} is not a whole number ${range}`);
}

/** The first items of a list, and no request for more than they take. */
export async function* take<T>(items: AsyncIterable<T>, limit: number): AsyncGenerator<T, void> {
  let taken = 0;
  for await (const item of items) {
    yield item;
    taken += 1;
    if (taken >= limit) return;
  }
}
