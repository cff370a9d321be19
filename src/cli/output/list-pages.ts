import type { Page } from '../../client/client.ts';

/** A part of a list, as it is printed. */
export interface ListPart {
  readonly items: readonly unknown[];
  /** It is the last part, and there is more that was not wanted. */
  readonly isCut: boolean;
}

/** The first items of a list, page by page; the next page is fetched while one is printed, never more than that. */
export async function* readPages(pages: AsyncIterator<Page>, limit: number): AsyncGenerator<ListPart, void> {
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
    yield { items: taken, isCut: wanted === 0 && (hasNext || taken.length < items.length) };
  }
}

/** All of them at once, for what needs the whole list. */
export async function readAll(pages: AsyncIterator<Page>, limit: number): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const { items } of readPages(pages, limit)) for (const item of items) all.push(item);
  return all;
}
