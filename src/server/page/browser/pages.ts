import type { Kind } from './kinds.ts';
import { get } from './session.ts';
import type { Json } from './text.ts';

/** A page of records, which stand in the member that the kind names. */
type Page = { readonly next_page_uri: string | null } & Readonly<Record<string, unknown>>;

/** Records of a kind, newest first, and whether older ones follow. */
export interface Records {
  readonly records: readonly Json[];
  readonly hasNext: boolean;
}

/** The most that the service answers at once. */
export const largestPage = 100;

/** One page. @param before the id that it comes after; the newest records where it is absent */
export async function readPage(
  kind: Kind,
  limit: number,
  before: string | undefined,
  signal: AbortSignal,
): Promise<Records> {
  const start = before === undefined ? '' : `&before_id=${encodeURIComponent(before)}`;
  const page = await get<Page>(`${kind.path}?limit=${limit}${start}`, signal);
  return { records: page[kind.collection] as readonly Json[], hasNext: page.next_page_uri !== null };
}

/** All pages, each asked for when it is wanted. */
export async function* pagesOf(kind: Kind, signal: AbortSignal): AsyncGenerator<Records, void> {
  let before: string | undefined;
  for (;;) {
    const page = await readPage(kind, largestPage, before, signal);
    yield page;
    before = page.records.at(-1)?.id as string | undefined;
    if (!page.hasNext || before === undefined) return;
  }
}
