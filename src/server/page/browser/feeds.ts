import type { FromSchema } from '../../../contract/schema/schema.ts';
import type { sandboxEvent, sandboxRequest } from '../../admin-api/admin-records.ts';
import { clockElement, el, idElement, jsonElement, methodTag, statusTag } from './elements.ts';
import { type Filter, filterField } from './filter.ts';
import { headElement, isOver, problemElement, setStatus, show } from './frame.ts';
import { hrefOfUri } from './links.ts';
import { linksOf } from './record.ts';
import { get, Refused } from './session.ts';
import { type Cell, rowElements, tableElement } from './table.ts';
import { allText, type Json, textOf } from './text.ts';

const mostRows = 200;
// Seconds that the service may hold an answer back.
const longestWait = 20;
const pauseAfterFailure = 2000;

/** Something that the service tells of as it happens. */
interface Feed<Member extends string, Item> {
  readonly path: string;
  /** The member of an answer that holds the items. */
  readonly member: Member;
  readonly title: string;
  readonly about: string;
  readonly empty: string;
  readonly labels: readonly string[];
  cells(item: Item): Cell[];
}

/** An answer: items, oldest first, and where the next one goes on. */
type Part<Member extends string, Item> = Readonly<Record<Member, Item[]>> & {
  readonly last: number;
  /** From when on positions count; another time, other positions. */
  readonly since?: string | null;
  /** Nothing follows: the service stops. */
  readonly ended: boolean;
};

/** What changed in the account. */
export const eventsFeed: Feed<'events', FromSchema<typeof sandboxEvent>> = {
  path: '/sandbox/v1/events',
  member: 'events',
  title: 'Events',
  about: 'What changed in the account, newest first, and which event destinations hear of it.',
  empty: 'Nothing has changed yet. Create something, and it shows up here.',
  labels: ['event', 'object', 'by', 'goes to', 'at'],
  cells: ({ event_type, object, principal, destinations, event_timestamp }) => [
    { content: event_type },
    { content: object.id ? idElement(textOf(object.id), linkIn(object)) : textOf(object.uri) },
    { content: principal?.subject ?? '' },
    { content: destinations.map(({ id, uri }) => el('div', {}, idElement(id, hrefOfUri(uri)))) },
    { content: clockElement(event_timestamp), tight: true },
  ],
};

/** What the service answered. */
export const requestsFeed: Feed<'requests', FromSchema<typeof sandboxRequest>> = {
  path: '/sandbox/v1/requests',
  member: 'requests',
  title: 'Requests',
  about: 'What this service answered since it was started, newest first. This page leaves no trace in it.',
  empty: 'No requests yet.',
  labels: ['request', 'method', 'status', 'operation', 'time', 'at'],
  cells: ({ path, method, status, error_code, operation, duration_ms, time }) => [
    { content: el('span', { class: 'path' }, path) },
    { content: methodTag(method) },
    { content: [statusTag(status), error_code && ` ${error_code}`] },
    { content: operation ?? '' },
    { content: `${duration_ms.toFixed(1)} ms`, tight: true },
    { content: clockElement(time), tight: true },
  ],
};

/** Where the page shows the object of an event. */
function linkIn(object: Json): string | undefined {
  return hrefOfUri(object.uri);
}

/** Items as they come, until another view is opened. */
export async function feedView<Member extends string, Item>(
  feed: Feed<Member, Item>,
  signal: AbortSignal,
): Promise<void> {
  let isPaused = false;
  let waiting: Item[] = [];
  const press = () => {
    isPaused = !isPaused;
    pause.setAttribute('aria-pressed', String(isPaused));
    if (!isPaused) add(waiting.splice(0));
    label();
  };
  const pause = el('button', { type: 'button', 'aria-pressed': 'false', onclick: press });
  const label = () => {
    const count = waiting.length > 0 ? ` (${waiting.length} new)` : '';
    pause.replaceChildren(isPaused ? `Resume${count}` : 'Pause');
  };
  label();
  let filter: Filter | undefined;
  // What a row and the one below it are filtered by.
  const texts = new WeakMap<Element, string>();
  const hideUnlessFound = (row: HTMLElement): boolean => {
    row.hidden = filter !== undefined && !filter(texts.get(row) ?? '');
    return row.hidden;
  };
  const field = filterField('Filter by text', 'Filter', (given) => {
    filter = given;
    for (const row of table.body.querySelectorAll<HTMLElement>('tr.row')) {
      if (!hideUnlessFound(row)) continue;
      row.nextElementSibling?.setAttribute('hidden', '');
      row.querySelector('[aria-expanded]')?.setAttribute('aria-expanded', 'false');
    }
  });
  const head = headElement('feed', feed.title, feed.about, [field, pause]);
  const table = tableElement(feed.title, feed.labels);
  const empty = el('p', { class: 'note' }, feed.empty);
  table.element.hidden = true;
  show(el('section', { class: 'card', 'aria-labelledby': 'feed' }, head, table.element, empty));

  function add(items: readonly Item[], isFirst = false): void {
    for (const item of items.slice(-mostRows)) {
      const [row, detail] = rowElements(feed.labels, feed.cells(item), () =>
        jsonElement(item, linksOf(item)),
      );
      if (!isFirst) row.classList.add('fresh');
      texts.set(row, allText(item));
      hideUnlessFound(row);
      table.body.prepend(row, detail);
    }
    while (table.body.childElementCount > 2 * mostRows) table.body.lastElementChild?.remove();
    const isEmpty = table.body.childElementCount === 0;
    table.element.hidden = isEmpty;
    empty.hidden = !isEmpty;
  }

  let after: number | undefined;
  let since: string | null | undefined;
  let wait = longestWait;
  while (!signal.aborted) {
    try {
      const query =
        after === undefined ? `?limit=${mostRows / 2}` : `?limit=${mostRows}&wait=${wait}&after=${after}`;
      const part = await get<Part<Member, Item>>(feed.path + query, signal);
      setStatus('on');
      wait = longestWait;
      if (since !== undefined && part.since !== since) {
        // Another start of the service counts its requests from 1 again.
        since = part.since;
        after = 0;
        continue;
      }
      since = part.since;
      if (isPaused) waiting = [...waiting, ...part[feed.member]].slice(-mostRows);
      else add(part[feed.member], after === undefined);
      label();
      after = part.last;
      if (part.ended) throw new Error('the service stops');
    } catch (error) {
      if (signal.aborted || isOver(error)) return;
      if (error instanceof Refused) {
        empty.replaceWith(problemElement(error));
        return;
      }
      // The service may come back.
      setStatus('off');
      wait = 0;
      await new Promise((resolve) => setTimeout(resolve, pauseAfterFailure));
    }
  }
}
