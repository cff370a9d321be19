/** The account's records, kind by kind and page by page. */
export const resourcesView = `
const pageSize = 25;
const mostCounted = 100;

function resourcesView(name) {
  const kind = kinds.find((one) => one.name === name) || kinds[0];
  const list = el('ul', { class: 'kinds card' }, kinds.map((one) => {
    const count = el('span', { class: 'count' });
    countRecords(one).then((text) => count.replaceChildren(text), () => {});
    const href = '#/resources/' + one.name;
    return el('li', {}, el('a', { href, 'aria-current': one === kind ? 'page' : undefined }, el('span', {}, titleOf(one.name)), count));
  }));
  const card = el('section', { class: 'card', 'aria-labelledby': 'kind' });
  show(el('div', { class: 'split' }, el('nav', { 'aria-label': 'Kinds of resources' }, list), card));
  list.querySelector('[aria-current]').scrollIntoView({ block: 'nearest', inline: 'nearest' });
  showPage(kind, card, []);
}

async function countRecords(kind) {
  const page = await get(kind.path + '?limit=' + mostCounted, view.signal);
  return page[kind.collection].length + (page.next_page_uri ? '+' : '');
}

// The last ids of the pages before this one: where they end is where this one begins.
async function showPage(kind, card, before) {
  const last = before.at(-1);
  const query = '?limit=' + pageSize + (last ? '&before_id=' + encodeURIComponent(last) : '');
  const reload = el('button', { type: 'button', onclick: () => showPage(kind, card, before) }, 'Reload');
  const head = el('div', { class: 'head' },
    el('div', {}, el('h2', { id: 'kind' }, titleOf(kind.name)), el('p', {}, kind.summary)), el('div', { class: 'tools' }, reload));
  try {
    const page = await get(kind.path + query, view.signal);
    const records = page[kind.collection];
    if (records.length === 0) {
      card.replaceChildren(head, el('p', { class: 'note' }, last ? 'There are no more.' : 'There are none.'));
      return;
    }
    const labels = kind.columns.map((column) => column.replaceAll('_', ' ').replaceAll('.', ' '));
    const table = tableElement(titleOf(kind.name), labels);
    for (const record of records) {
      const cells = kind.columns.map((column) => cellOf(valueAt(record, column), column));
      table.body.append(...rowElements(labels, cells, record));
    }
    const older = el('button', { type: 'button', disabled: !page.next_page_uri,
      onclick: () => showPage(kind, card, [...before, records.at(-1).id]) }, 'Older');
    const newer = el('button', { type: 'button', disabled: before.length === 0,
      onclick: () => showPage(kind, card, before.slice(0, -1)) }, 'Newer');
    const from = before.length * pageSize;
    const range = el('span', { role: 'status' }, from + 1 + ' to ' + (from + records.length) + ', newest first');
    card.replaceChildren(head, table.element, el('div', { class: 'foot' }, range, el('div', {}, newer, older)));
  } catch (error) {
    if (isOver(error)) return;
    card.replaceChildren(head, problemElement(error));
  }
}

function cellOf(value, column) {
  if (/_(?:at|active|login|after|until)$/.test(column)) return { content: timeElement(textOf(value)), tight: true };
  const text = textOf(value);
  if (/(^|[._])id$/.test(column)) return { content: el('span', { class: 'id' }, text) };
  return { content: text.length > 160 ? text.slice(0, 159) + '…' : text };
}
`;
