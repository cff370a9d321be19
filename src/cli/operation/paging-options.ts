import { type Command, Option } from 'commander';
import { protocol } from '../../contract/http/protocol.ts';
import { quote } from '../../contract/rules/rule.ts';
import type { PageParameters } from '../../contract/schema/resource.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { GlobalOptions } from '../parser/global-options.ts';
import { effectiveSettings } from '../settings/effective-settings.ts';
import type { Streams } from '../streams.ts';

/** Which part of a list is wanted. */
export interface Paging {
  /** How many items at most, over all pages. */
  readonly limit: number;
  /** Nobody asked for that limit: it is as much as a terminal shows at once. */
  readonly isLimitImplied: boolean;
  readonly place: PageParameters;
}

const group = 'Options:';

/** Offers the choice of a part of a paged list. */
export function addPagingOptions(command: Command): void {
  const { maxPageSize } = protocol;
  const add = (flags: string, description: string) =>
    command.addOption(new Option(flags, description).helpGroup(group));
  add('--limit <number>', `show at most this many (default: all; ${maxPageSize} on a terminal)`);
  add('--all', 'show all, on a terminal too');
  add('--page-size <number>', `fetch this many a request, 1 to ${maxPageSize}`);
  add('--before-id <id>', 'start with the next older one than this, known or not');
}

/** Reads them. No page is larger than what is wanted in all. */
export function readPaging(command: Command, options: GlobalOptions, streams: Streams): Paging {
  const given: { limit?: string; all?: true; pageSize?: string; beforeId?: string } = command.opts();
  const asked = readCount('--limit', given.limit);
  if (given.all && asked !== undefined) throw new UsageError('--limit and --all say two things; give one');
  const isLimitImplied = asked === undefined && given.all === undefined && streams.stdoutIsTTY;
  const limit = asked ?? (isLimitImplied ? protocol.maxPageSize : Number.POSITIVE_INFINITY);
  const pageSize =
    readCount('--page-size', given.pageSize, protocol.maxPageSize) ??
    effectiveSettings(options, streams).get('page-size')?.value;
  const size = Math.min(limit, pageSize ?? protocol.maxPageSize);
  return {
    limit,
    isLimitImplied,
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
