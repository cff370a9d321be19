import { el, timeElement } from './elements.ts';
import { headElement, isOver, problemElement, show } from './frame.ts';
import { type Kind, kinds } from './kinds.ts';
import { get } from './session.ts';
import { type Cell, rowElements, tableElement } from './table.ts';
import { type Json, textOf, titleOf, valueAt } from './text.ts';

/** A page of records, which stand in the member that the kind names. */
type Page = { readonly next_page_uri: string | null } & Readonly<Record<string, unknown>>;

const pageSize = 25;
const mostCounted = 100;
const longestText = 160;

/** The account's records, kind by kind and page by page. */
export function resourcesView(signal: AbortSignal, name: string | undefined): void {
  const kind = kinds.find((one) => one.name === name) ?? kinds[0];
  const list = el(
    'ul',
    { class: 'kinds card' },
    kinds.map((one) => {
      const count = el('span', { class: 'count' });
      countRecords(one, signal).then(
        (text) => count.replaceChildren(text),
        () => {},
      );
      const href = `#/resources/${one.name}`;
      const title = el('span', {}, titleOf(one.name));
      return el('li', {}, el('a', { href, 'aria-current': one === kind && 'page' }, title, count));
    }),
  );
  const card = el('section', { class: 'card', 'aria-labelledby': 'kind' });
  show(el('div', { class: 'split' }, el('nav', { 'aria-label': 'Kinds of resources' }, list), card));
  list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  showPage(kind, card, [], signal);
}

async function countRecords(kind: Kind, signal: AbortSignal): Promise<string> {
  const page = await get<Page>(`${kind.path}?limit=${mostCounted}`, signal);
  return recordsOf(page, kind).length + (page.next_page_uri ? '+' : '');
}

function recordsOf(page: Page, kind: Kind): readonly Json[] {
  return page[kind.collection] as readonly Json[];
}

/** @param before the last ids of the pages before this one: where they end is where this one begins */
async function showPage(
  kind: Kind,
  card: Element,
  before: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const button = (label: string, pages: readonly string[], disabled = false) =>
    el('button', { type: 'button', disabled, onclick: () => showPage(kind, card, pages, signal) }, label);
  const last = before.at(-1);
  const query = `?limit=${pageSize}${last === undefined ? '' : `&before_id=${encodeURIComponent(last)}`}`;
  const head = headElement('kind', titleOf(kind.name), kind.summary, button('Reload', before));
  try {
    const page = await get<Page>(kind.path + query, signal);
    const records = recordsOf(page, kind);
    const end = records.at(-1);
    if (!end) {
      const none = last === undefined ? 'There are none.' : 'There are no more.';
      card.replaceChildren(head, el('p', { class: 'note' }, none));
      return;
    }
    const labels = kind.columns.map((column) => column.replaceAll(/[_.]/g, ' '));
    const table = tableElement(titleOf(kind.name), labels);
    for (const record of records) {
      const cells = kind.columns.map((column) => cellOf(valueAt(record, column), column));
      table.body.append(...rowElements(labels, cells, record));
    }
    const newer = button('Newer', before.slice(0, -1), before.length === 0);
    const older = button('Older', [...before, String(end.id)], !page.next_page_uri);
    const from = before.length * pageSize;
    const range = `${from + 1} to ${from + records.length}, newest first`;
    const foot = el(
      'div',
      { class: 'foot' },
      el('span', { role: 'status' }, range),
      el('div', {}, newer, older),
    );
    card.replaceChildren(head, table.element, foot);
  } catch (error) {
    if (isOver(error)) return;
    card.replaceChildren(head, problemElement(error));
  }
}

function cellOf(value: unknown, column: string): Cell {
  const text = textOf(value);
  if (/_(?:at|active|login|after|until)$/.test(column)) return { content: timeElement(text), tight: true };
  if (/(^|[._])id$/.test(column)) return { content: el('span', { class: 'id' }, text) };
  return { content: text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text };
}
