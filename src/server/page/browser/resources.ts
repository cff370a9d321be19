import { el, idElement, timeElement } from './elements.ts';
import { type Filter, filterField } from './filter.ts';
import { headElement, isOver, problemElement, show } from './frame.ts';
import { type Kind, kinds } from './kinds.ts';
import { hrefOfUri } from './links.ts';
import { largestPage, pagesOf, readPage } from './pages.ts';
import { recordElement, showRecord } from './record.ts';
import { type Cell, rowElements, tableElement } from './table.ts';
import { allText, isRef, type Json, textOf, titleOf, valueAt } from './text.ts';

const pageSize = 25;
const longestText = 160;
/** How many records a filter shows. */
const mostFound = 200;

/** The account's records, kind by kind and page by page, or one of them. */
export function resourcesView(signal: AbortSignal, name: string | undefined, id: string | undefined): void {
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
  if (id === undefined) showList(kind, card, signal);
  else showRecord(kind, id, card, signal);
}

async function countRecords(kind: Kind, signal: AbortSignal): Promise<string> {
  const { records, hasNext } = await readPage(kind, largestPage, undefined, signal);
  return records.length + (hasNext ? '+' : '');
}

/** A list with its filter. What is shown below them changes; they stay, and so does who types. */
function showList(kind: Kind, card: Element, signal: AbortSignal): void {
  const content = el('div');
  let latest = new AbortController();
  let again = () => {};
  const run = (work: (signal: AbortSignal) => Promise<void>): void => {
    latest.abort();
    latest = new AbortController();
    const either = AbortSignal.any([signal, latest.signal]);
    again = () => run(work);
    work(either).catch((error) => {
      if (!isOver(error)) content.replaceChildren(problemElement(error));
    });
  };
  const showFrom = (before: readonly string[]): void =>
    run((either) => showPage(kind, content, before, either, showFrom));
  const filter = filterField('Filter by text', 'Filter', (given) => {
    if (given) run((either) => showFound(kind, content, given, either));
    else showFrom([]);
  });
  const reload = el('button', { type: 'button', onclick: () => again() }, 'Reload');
  card.replaceChildren(headElement('kind', titleOf(kind.name), kind.summary, [filter, reload]), content);
  showFrom([]);
}

/**
 * @param before the last ids of the pages before this one: where they end is where this one begins
 * @param showFrom opens another page
 */
async function showPage(
  kind: Kind,
  content: Element,
  before: readonly string[],
  signal: AbortSignal,
  showFrom: (before: readonly string[]) => void,
): Promise<void> {
  const button = (label: string, pages: readonly string[], disabled: boolean) =>
    el('button', { type: 'button', disabled, onclick: () => showFrom(pages) }, label);
  const last = before.at(-1);
  const { records, hasNext } = await readPage(kind, pageSize, last, signal);
  const end = records.at(-1);
  if (!end) {
    const none = last === undefined ? 'There are none.' : 'There are no more.';
    content.replaceChildren(el('p', { class: 'note' }, none));
    return;
  }
  const table = listTable(kind);
  for (const record of records) table.add(record);
  const newer = button('Newer', before.slice(0, -1), before.length === 0);
  const older = button('Older', [...before, String(end.id)], !hasNext);
  const from = before.length * pageSize;
  const range = `${from + 1} to ${from + records.length}, newest first`;
  content.replaceChildren(table.element, footElement(range, newer, older));
}

/** Looks through all pages for what a filter lets pass, and shows it as it is found. */
async function showFound(kind: Kind, content: Element, filter: Filter, signal: AbortSignal): Promise<void> {
  const table = listTable(kind);
  const count = el('span', { role: 'status' });
  let looked = 0;
  let found = 0;
  for await (const { records, hasNext } of pagesOf(kind, signal)) {
    for (const record of records) {
      looked += 1;
      if (!filter(allText(record))) continue;
      found += 1;
      table.add(record);
      if (found === mostFound) break;
    }
    const isWhole = !hasNext && found < mostFound;
    count.replaceChildren(`${found} of ${isWhole ? '' : 'the newest '}${looked}`);
    content.replaceChildren(
      found > 0 ? table.element : el('p', { class: 'note' }, 'Nothing matches.'),
      footElement(count),
    );
    if (found === mostFound) return;
  }
}

function footElement(said: string | Element, ...tools: Element[]): HTMLElement {
  const status = typeof said === 'string' ? el('span', { role: 'status' }, said) : said;
  return el('div', { class: 'foot' }, status, el('div', {}, tools));
}

function listTable(kind: Kind) {
  const labels = kind.columns.map((column) => column.replaceAll(/[_.]/g, ' '));
  const { element, body } = tableElement(titleOf(kind.name), labels);
  return {
    element,
    add(record: Json): void {
      const cells = kind.columns.map((column) => cellOf(valueAt(record, column), column));
      body.append(...rowElements(labels, cells, () => recordElement(kind, record)));
    },
  };
}

function cellOf(value: unknown, column: string): Cell {
  if (isRef(value)) return { content: idElement(value.id, hrefOfUri(value.uri)) };
  const text = textOf(value);
  if (/_(?:at|active|login|after|until)$/.test(column)) return { content: timeElement(text), tight: true };
  if (/(^|[._])id$/.test(column)) return { content: text && idElement(text) };
  return { content: text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text };
}
