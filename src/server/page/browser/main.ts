import { eventsFeed, feedView, requestsFeed } from './feeds.ts';
import { partOf, problemElement, setStatus, show } from './frame.ts';
import { kinds } from './kinds.ts';
import { referenceView } from './reference.ts';
import { resourcesView } from './resources.ts';
import { forgetKey, get, Refused, readKey } from './session.ts';
import { welcome } from './welcome.ts';

// What the address says, and the view that belongs to it.

/** Shows itself; what it still waits for is over when another one is opened. */
type View = (signal: AbortSignal, ...rest: (string | undefined)[]) => void;

const views: Readonly<Record<string, View>> = {
  resources: (signal, kind, id) => resourcesView(signal, kind, id),
  events: (signal) => feedView(eventsFeed, signal),
  requests: (signal) => feedView(requestsFeed, signal),
  reference: referenceView,
};

const content = partOf('content');
const tabs = partOf('tabs');
let view = new AbortController();

function route(focuses: boolean): void {
  const [, name = 'resources', ...rest] = location.hash.split('/');
  const shown = Object.hasOwn(views, name) ? name : 'resources';
  view.abort();
  view = new AbortController();
  for (const link of tabs.querySelectorAll('a')) {
    const isShown = link.hash === `#/${shown}`;
    if (isShown) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
    if (isShown) document.title = `${link.textContent} · tunnelctl`;
  }
  views[shown]?.(view.signal, ...rest.map(decode));
  if (focuses) {
    content.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

/** A part of the address, which anybody may have written. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function start(): Promise<void> {
  const key = readKey();
  showControls(false);
  if (key === undefined) return welcome(start);
  try {
    await get(`${kinds[0].path}?limit=1`);
  } catch (error) {
    if (!(error instanceof Refused)) return show(problemElement(error));
    forgetKey();
    return welcome(start, error.message);
  }
  showControls(true);
  setStatus('on');
  route(false);
}

function showControls(areShown: boolean): void {
  tabs.hidden = !areShown;
  partOf('side').hidden = !areShown;
}

partOf('place').textContent = `sandbox at ${location.host}`;
partOf('leave').addEventListener('click', () => {
  view.abort();
  forgetKey();
  history.replaceState(null, '', location.pathname);
  start();
});
partOf('skip').addEventListener('click', (event) => {
  event.preventDefault();
  content.focus();
});
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#key=')) start();
  else if (!tabs.hidden) route(true);
});
start();
