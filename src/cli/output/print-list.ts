import type { Page } from '../../client/client.ts';
import { memberAt } from '../../contract/schema/member-path.ts';
import type { CommandContext } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { OutputClosedError } from '../printer.ts';
import { idMember, isTable } from './formats.ts';
import { createListWriter, type ListWriter } from './list-writer.ts';
import { type OutputPlan, openOutput } from './output-plan.ts';
import type { Output } from './pager.ts';
import { shapeOf } from './structured.ts';

/** A list to print. */
export interface Listing {
  readonly pages: AsyncIterator<Page>;
  /** How many items at most. */
  readonly limit: number;
  /** Nobody asked for that limit: it is how much a terminal shows, and said when there is more. */
  readonly isLimitImplied?: boolean;
  /** What the items are, in the plural, as `tunnel sessions`. */
  readonly items: string;
  /** What to say of all that was looked at, when it is printed. */
  readonly summary?: () => string;
  /** Whether `--before-id` can go on in the middle. */
  readonly canGoOn?: boolean;
}

/** Prints a list as the plan says, page by page where it can. Notices follow when whoever reads has read it. */
export async function printList(plan: OutputPlan, listing: Listing, context: CommandContext): Promise<void> {
  const output = await openOutput(plan, context);
  let notices: string[];
  try {
    const isWhole = plan.query !== undefined || plan.sortKeys.length > 0;
    notices = await (isWhole ? printWhole : printPages)(plan, listing, output, context);
  } finally {
    await output.end();
  }
  const { summary } = listing;
  for (const notice of [...notices, ...(summary ? [summary()] : [])]) await context.printer.notice(notice);
}

/**
 * How many items of a list must be read to print it: what is sorted is read whole before the first are taken, and a
 * query is of everything unless somebody asked for less.
 */
export function readLimit(
  { sortKeys, query }: OutputPlan,
  { limit, isLimitImplied = false }: Pick<Listing, 'limit' | 'isLimitImplied'>,
): number {
  const isWhole = sortKeys.length > 0 || (query !== undefined && isLimitImplied);
  return isWhole ? Number.POSITIVE_INFINITY : limit;
}

async function printPages(
  plan: OutputPlan,
  listing: Listing,
  output: Output,
  { streams }: CommandContext,
): Promise<string[]> {
  const writer = await createListWriter(plan, streams);
  let printed = 0;
  let last: unknown;
  let isCut = false;
  try {
    for await (const part of readPages(listing.pages, listing.limit)) {
      isCut = part.isCut;
      if (part.items.length === 0) continue;
      await output.write(await writer.add(part.items));
      printed += part.items.length;
      last = part.items.at(-1);
    }
  } catch (error) {
    const isOurs = error instanceof OutputClosedError || error instanceof CliError;
    if (isOurs || printed === 0 || !listing.canGoOn) throw error;
    const id = String(memberAt(last, [idMember(plan.schema) ?? 'id']));
    const items = printed === 1 ? '1 item was' : `${printed} items were`;
    const { withHint } = await import('../errors/failure.ts');
    throw withHint(error, `${items} printed; go on with --before-id ${id}`);
  }
  const rest = writer.end();
  if (rest !== '') await output.write(rest);
  if (printed === 0) return emptyNotices(plan, listing);
  return [...hiddenNotices(writer), ...(isCut ? cutNotices(listing) : [])];
}

/** What sorts or queries needs the whole list first; a limit that is implied holds for what is shown of it. */
async function printWhole(
  plan: OutputPlan,
  listing: Listing,
  output: Output,
  context: CommandContext,
): Promise<string[]> {
  const { sortKeys, query } = plan;
  const isSorted = sortKeys.length > 0;
  const all = await readAll(listing.pages, readLimit(plan, listing));
  const sorted = isSorted ? (await import('./query/sort.ts')).sortRecords(all, sortKeys) : all;
  if (query === undefined) return printPages(plan, { ...listing, pages: onePage(sorted) }, output, context);
  const shown = listing.isLimitImplied ? sorted : sorted.slice(0, listing.limit);
  const { printQueryResult } = await import('./query/print-query.ts');
  const result = query(shown.map(shapeOf(plan.schema, undefined)));
  await printQueryResult(result, plan, output.write, context.streams);
  return [];
}

function emptyNotices({ format }: OutputPlan, { items }: Listing): string[] {
  return isTable(format) ? [`no ${items} to show`] : [];
}

function cutNotices({ limit, isLimitImplied }: Listing): string[] {
  return isLimitImplied
    ? [`note: these are the first ${limit}; --all shows all, --limit <number> that many`]
    : [];
}

function hiddenNotices({ hidden }: ListWriter): string[] {
  const names = (hidden?.() ?? []).map(({ name }) => name);
  return names.length === 0 ? [] : [`note: no room for ${names.join(', ')}; -o wide or --columns shows them`];
}

/** A part of a list, as it is printed. */
interface ListPart {
  readonly items: readonly unknown[];
  /** It is the last part, and there is more that was not wanted. */
  readonly isCut: boolean;
}

/** The first items of a list, page by page; the next page is fetched while one is printed, never more than that. */
async function* readPages(pages: AsyncIterator<Page>, limit: number): AsyncGenerator<ListPart, void> {
  let wanted = limit;
  let upcoming: Promise<IteratorResult<Page>> | undefined = pages.next();
  while (upcoming !== undefined) {
    const { value, done }: IteratorResult<Page> = await upcoming;
    if (done) return;
    const { items, hasNext }: Page = value;
    const taken = items.length > wanted ? items.slice(0, wanted) : items;
    wanted -= taken.length;
    upcoming = hasNext && wanted > 0 ? pages.next() : undefined;
    // Its failure is seen when it is awaited, unless printing fails first.
    upcoming?.catch(() => {});
    // A request goes out in a turn of its own: without one it would wait until this page is written out, and the
    // service and this program would take turns instead of working at the same time.
    if (upcoming !== undefined) {
      await boundYoungGeneration();
      await new Promise(setImmediate);
    }
    yield { items: taken, isCut: wanted === 0 && (hasNext || taken.length < items.length) };
  }
}

/** A list that is at hand as its only page. */
export async function* onePage(
  items: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<Page, void> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  yield { items: all, hasNext: false };
}

/** All of them at once, for what needs the whole list. */
export async function readAll(pages: AsyncIterator<Page>, limit: number): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const { items } of readPages(pages, limit)) for (const item of items) all.push(item);
  return all;
}

/**
 * A list of many pages is garbage page after page, and V8 would give it more and more room before it collects any: 91
 * instead of 60 MB after 100,000 records, for no gain in time.
 */
async function boundYoungGeneration(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
}
