import { commandElements } from './commands.ts';
import { el, idElement, jsonElement, type Links } from './elements.ts';
import { headElement, isOver, problemElement } from './frame.ts';
import { type Kind, kinds } from './kinds.ts';
import { hrefOfUri, recordHref } from './links.ts';
import { pagesOf } from './pages.ts';
import { get } from './session.ts';
import { isObject, type Json, titleOf } from './text.ts';

/** How many records of a kind are looked through for references. */
const mostLookedThrough = 1000;

/** The whole record, with links to those that it refers to, and how to get it elsewhere. */
export function recordElement(kind: Kind, record: Json): HTMLElement {
  const json = jsonElement(record, linksOf(record));
  return el('div', { class: 'record' }, commandElements(kind, String(record.id)), json);
}

/** What the ids and URLs in a value lead to, wherever both stand together. */
export function linksOf(value: unknown): Links {
  const links = new Map<string, string>();
  const visit = (one: unknown): void => {
    if (Array.isArray(one)) for (const item of one) visit(item);
    if (!isObject(one)) return;
    const href = hrefOfUri(one.uri);
    if (href !== undefined && typeof one.id === 'string') links.set(one.id, href).set(String(one.uri), href);
    for (const member of Object.values(one)) visit(member);
  };
  visit(value);
  return links;
}

/** Shows one record alone, and the records that refer to it. */
export async function showRecord(kind: Kind, id: string, card: Element, signal: AbortSignal): Promise<void> {
  const back = el('a', { class: 'button', href: `#/resources/${kind.name}` }, `All ${titleOf(kind.name)}`);
  const head = headElement('kind', id, kind.summary, back);
  try {
    const record = await get<Json>(`${kind.path}/${encodeURIComponent(id)}`, signal);
    const referrers = el('div', { class: 'referrers' }, el('h3', {}, 'Referred to by'));
    card.replaceChildren(head, recordElement(kind, record), referrers);
    await showReferrers(String(record.uri), referrers, signal);
  } catch (error) {
    if (!isOver(error)) card.replaceChildren(head, problemElement(error));
  }
}

async function showReferrers(uri: string, place: Element, signal: AbortSignal): Promise<void> {
  let found = 0;
  for (const kind of kinds.filter(({ refers }) => refers)) {
    let looked = 0;
    let isWhole = true;
    const links: HTMLElement[] = [];
    for await (const { records, hasNext } of pagesOf(kind, signal)) {
      for (const record of records) if (refersTo(record, uri)) links.push(referrerElement(kind, record));
      looked += records.length;
      isWhole = !hasNext;
      if (looked >= mostLookedThrough) break;
    }
    found += links.length;
    if (links.length > 0) place.append(el('h4', {}, titleOf(kind.name)), el('ul', {}, links));
    if (!isWhole)
      place.append(el('p', { class: 'dim' }, `Among the newest ${looked} ${titleOf(kind.name)}.`));
  }
  if (found === 0) place.append(el('p', { class: 'dim' }, 'Nothing.'));
}

function refersTo(value: unknown, uri: string, isOwn = true): boolean {
  if (Array.isArray(value)) return value.some((item) => refersTo(item, uri, false));
  if (!isObject(value)) return false;
  if (!isOwn && value.uri === uri) return true;
  return Object.values(value).some((member) => refersTo(member, uri, false));
}

function referrerElement(kind: Kind, record: Json): HTMLElement {
  const id = String(record.id);
  return el('li', {}, idElement(id, recordHref(kind, id)));
}
