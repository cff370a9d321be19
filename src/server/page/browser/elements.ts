/** What stands in an element; what is absent or `false` is left out. */
export type Child = Node | string | number | false | null | undefined | readonly Child[];

type Attribute = string | number | boolean | null | undefined | ((event: Event) => void);

/**
 * An element, made by its parts: nothing that comes from elsewhere is ever read as HTML.
 * @param attributes those named `on…` listen to an event
 */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined || child === null || child === false) continue;
    if (child instanceof Node) element.append(child);
    else if (typeof child === 'object') append(element, child);
    else element.append(String(child));
  }
}

type Tone = 'good' | 'warn' | 'bad' | 'blue' | 'violet';

function tag(text: string | number, tone: Tone | '' = ''): HTMLElement {
  return el('span', { class: `tag ${tone}` }, text);
}

const methodTones: Readonly<Record<string, Tone>> = {
  GET: 'blue',
  POST: 'good',
  PUT: 'violet',
  PATCH: 'warn',
  DELETE: 'bad',
};

export function methodTag(method: string): HTMLElement {
  return tag(method, methodTones[method]);
}

export function statusTag(status: number): HTMLElement {
  return tag(status, status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good');
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** A time as its distance from now; a text that is no time as it is. */
export function timeElement(text: string): Child {
  const seconds = (Date.parse(text) - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return text;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return el('time', { datetime: text, title: text }, relative.format(Math.round(seconds / size), unit));
}

/** A time as the clock shows it, with its date unless that is today. */
export function clockElement(text: string): HTMLElement {
  const time = new Date(text);
  const shown = time.toLocaleTimeString(undefined, { hour12: false });
  const isToday = time.toDateString() === new Date().toDateString();
  return el(
    'time',
    { datetime: text, title: text },
    isToday ? shown : `${time.toLocaleDateString()} ${shown}`,
  );
}

/** What an id or a URL in a record leads to. */
export type Links = ReadonlyMap<string, string>;

/** JSON with its names and values told apart, part by part as text. */
export function jsonElement(value: unknown, links: Links = new Map()): HTMLElement {
  const pre = el('pre', { tabindex: 0, 'aria-label': 'as JSON' });
  const text = JSON.stringify(value, null, 2);
  const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, quoted, colon] = match;
    pre.append(text.slice(end, match.index));
    pre.append(
      colon === undefined
        ? valueElement(quoted ?? whole, links)
        : el('span', { class: 'k' }, quoted ?? whole),
    );
    pre.append(colon ?? '');
    end = match.index + whole.length;
  }
  pre.append(text.slice(end));
  return pre;
}

function valueElement(token: string, links: Links): HTMLElement {
  if (!token.startsWith('"')) return el('span', { class: 'n' }, token);
  const value = JSON.parse(token) as string;
  const href = links.get(value);
  const kind = isId(value) ? 's id' : 's';
  return el('span', { class: kind }, href === undefined ? token : ['"', el('a', { href }, value), '"']);
}

/** Whether a text is an id, which is never broken into lines. */
function isId(text: string): boolean {
  return /^[a-z0-9]+_[0-9A-Za-z]{27}$/.test(text);
}

/** An id, a link where there is something to show. */
export function idElement(id: string, href?: string): HTMLElement {
  return href === undefined ? el('span', { class: 'id' }, id) : el('a', { class: 'id', href }, id);
}
