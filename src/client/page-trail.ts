import { quote } from '../contract/rules/rule.ts';
import { ResponseError } from './errors.ts';

/** The pages that a list has come by. */
export interface PageTrail {
  /** A page is there. Throws a ResponseError where its records came before: nothing of it is for anybody. */
  arrive(items: readonly unknown[]): void;
  /**
   * Another page is wanted. Throws a ResponseError where that leads nowhere new.
   * @param next what tells it from others: a position in the list, or its address
   * @param uri as the service wrote it
   */
  goOn(next: string, uri: string): void;
}

/** So many pages without an item, one after the other, lead to none. */
const mostEmpty = 100;

/**
 * Notices a list without an end: one whose pages lead back to an earlier one, over however many others, or show the
 * same records under new addresses again and again.
 * @param place the request, as `GET /endpoints`
 * @param start what tells the first page from others; undefined for the beginning of the list
 */
export function pageTrail(place: string, start: string | undefined): PageTrail {
  // Some dozens of bytes a page: a circle is noticed before anything in it comes a second time.
  const passed = new Set(start === undefined ? [] : [start]);
  const firstItems = new Set<string>();
  let empty = 0;
  const fail = (problem: string): never => {
    throw new ResponseError(place, `${problem}; the list so far is incomplete`, 200);
  };
  return {
    arrive([first]) {
      empty = first === undefined ? empty + 1 : 0;
      if (first === undefined) return;
      const mark = markOf(first);
      if (firstItems.has(mark)) fail('another page begins as one before, so that its pages go in circles');
      firstItems.add(mark);
    },
    goOn(next, uri) {
      if (passed.has(next)) fail(`next_page_uri ${quote(uri)} leads back to a page that came before`);
      if (empty >= mostEmpty) fail(`next_page_uri ${quote(uri)} follows ${empty} pages with nothing on them`);
      passed.add(next);
    },
  };
}

/** What tells an item from others. */
function markOf(item: unknown): string {
  const { id } = (item ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : JSON.stringify(item);
}
