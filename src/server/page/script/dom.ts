/** Elements made one by one: nothing that comes from elsewhere is ever read as HTML. */
export const dom = String.raw`
function el(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

const wholeWords = { ssh: 'SSH', api: 'API', ip: 'IP', tcp: 'TCP', https: 'HTTPS', app: 'Application' };

function titleOf(name) {
  const words = name.split(/[.-]/).map((word) => wholeWords[word] || word).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueAt(record, path) {
  let value = record;
  for (const step of path.split('.')) value = value !== null && typeof value === 'object' ? value[step] : undefined;
  return value;
}

function isRef(value) {
  return value !== null && typeof value === 'object' && typeof value.id === 'string' && Object.keys(value).length === 2;
}

function textOf(value) {
  if (value === undefined || value === null || value === '') return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (isRef(value)) return value.id;
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== '');
  if (members.length === 1 && Object.keys(value).length > 1) return members[0][0];
  return members.map(([name, member]) => name + '=' + textOf(member)).join(', ');
}

const units = [['year', 31536000], ['month', 2592000], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

function timeElement(text) {
  const seconds = (Date.parse(text) - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return text;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) || ['second', 1];
  return el('time', { datetime: text, title: text }, relative.format(Math.round(seconds / size), unit));
}

function clockElement(text) {
  const time = new Date(text);
  const shown = time.toLocaleTimeString(undefined, { hour12: false });
  const isToday = time.toDateString() === new Date().toDateString();
  return el('time', { datetime: text, title: text }, isToday ? shown : time.toLocaleDateString() + ' ' + shown);
}

// JSON with its names and values told apart, part by part as text.
function jsonElement(value) {
  const pre = el('pre', { tabindex: 0, 'aria-label': 'as JSON' });
  const text = JSON.stringify(value, null, 2);
  const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    pre.append(text.slice(end, match.index));
    const kind = match[1] === undefined ? 'n' : match[2] === undefined ? 's' : 'k';
    pre.append(el('span', { class: kind }, match[1] === undefined ? match[0] : match[1]), match[2] || '');
    end = match.index + match[0].length;
  }
  pre.append(text.slice(end));
  return pre;
}

// A row and, below it, what a press on its first cell shows.
function rowElements(labels, cells, record) {
  const detail = el('tr', { class: 'detail', hidden: true }, el('td', { colspan: labels.length }));
  const [first, ...rest] = cells;
  const toggle = el('button', { type: 'button', class: 'link', 'aria-expanded': 'false', onclick: () => {
    detail.hidden = !detail.hidden;
    toggle.setAttribute('aria-expanded', String(!detail.hidden));
    if (!detail.hidden && !detail.firstChild.firstChild) detail.firstChild.append(jsonElement(record));
  } }, first.content);
  const row = el('tr', { class: 'row' }, [{ ...first, content: toggle }, ...rest].map(({ content, tight }, i) =>
    el('td', { 'data-label': labels[i], class: tight ? 'tight' : undefined },
      content === '' || content.length === 0 ? el('span', { class: 'dim' }, '–') : content)));
  return [row, detail];
}

function tableElement(caption, labels) {
  const body = el('tbody');
  const head = el('tr', {}, labels.map((label) => el('th', { scope: 'col' }, label)));
  const table = el('table', {}, el('caption', { class: 'unseen' }, caption), el('thead', {}, head), body);
  return { element: el('div', { class: 'scroll' }, table), body };
}

function tag(text, tone) {
  return el('span', { class: 'tag ' + (tone || '') }, text);
}
`;
