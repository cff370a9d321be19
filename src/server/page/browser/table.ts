import { type Child, el } from './elements.ts';

/** A cell of a table. */
export interface Cell {
  readonly content: Child;
  /** Never broken into lines. */
  readonly tight?: boolean;
}

/** A table without rows, and where they go. */
export function tableElement(caption: string, labels: readonly string[]) {
  const body = el('tbody');
  const heads = labels.map((label) => el('th', { scope: 'col' }, label));
  const head = el('thead', {}, el('tr', {}, heads));
  const table = el('table', {}, el('caption', { class: 'unseen' }, caption), head, body);
  return { element: el('div', { class: 'scroll' }, table), body };
}

/** A row and, below it, the whole record, which a press on its first cell shows. @param draw draws it, when it is wanted */
export function rowElements(labels: readonly string[], cells: readonly Cell[], draw: () => Element) {
  const whole = el('td', { colspan: labels.length });
  const detail = el('tr', { class: 'detail', hidden: true }, whole);
  const toggle = el(
    'button',
    {
      type: 'button',
      class: 'link',
      'aria-expanded': 'false',
      onclick: () => {
        detail.hidden = !detail.hidden;
        toggle.setAttribute('aria-expanded', String(!detail.hidden));
        if (!detail.hidden && !whole.firstChild) whole.append(draw());
      },
    },
    cells[0]?.content,
  );
  const row = el(
    'tr',
    { class: 'row' },
    cells.map(({ content, tight }, i) =>
      el(
        'td',
        { 'data-label': labels[i], class: tight && 'tight' },
        i === 0 ? toggle : isEmpty(content) ? el('span', { class: 'dim' }, '–') : content,
      ),
    ),
  );
  return [row, detail] as const;
}

function isEmpty(content: Child): boolean {
  return content === '' || (Array.isArray(content) && content.length === 0);
}
