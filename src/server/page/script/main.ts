/** What the address says, and the view that belongs to it. */
export const main = `
const content = document.getElementById('content');
const tabs = document.getElementById('tabs');
// What a view still waits for is over when another one is opened.
let view = new AbortController();

function show(...elements) {
  content.replaceChildren(...elements);
}

function isOver(error) {
  return error.name === 'AbortError';
}

function problemElement(error) {
  return el('p', { class: 'note bad', role: 'alert' }, error instanceof Refused ? error.message
    : 'The service does not answer. Is tunnelctl serve still running?');
}

function setStatus(state) {
  const words = { on: 'live', off: 'not reachable' };
  document.getElementById('status').replaceChildren(el('span', { class: 'dot ' + state }), words[state]);
}

const views = {
  resources: (name) => resourcesView(name),
  events: () => feedView(eventsFeed),
  requests: () => feedView(requestsFeed),
  reference: () => referenceView(),
};

function route(focuses) {
  const [, name = 'resources', rest] = location.hash.split('/');
  const shown = Object.hasOwn(views, name) ? name : 'resources';
  view.abort();
  view = new AbortController();
  for (const link of tabs.querySelectorAll('a')) {
    if (link.hash === '#/' + shown) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
    if (link.hash === '#/' + shown) document.title = link.textContent + ' · tunnelctl';
  }
  views[shown](rest && decodeURIComponent(rest));
  if (focuses) { content.focus({ preventScroll: true }); scrollTo(0, 0); }
}

async function start() {
  const key = readKey();
  tabs.hidden = document.getElementById('side').hidden = true;
  if (!key) return welcome();
  try {
    await get(kinds[0].path + '?limit=1');
  } catch (error) {
    if (!(error instanceof Refused)) return show(problemElement(error));
    sessionStorage.removeItem(keyName);
    return welcome(error.message);
  }
  tabs.hidden = document.getElementById('side').hidden = false;
  setStatus('on');
  route(false);
}

document.getElementById('place').textContent = 'sandbox at ' + location.host;
document.getElementById('leave').addEventListener('click', () => {
  view.abort();
  sessionStorage.removeItem(keyName);
  history.replaceState(null, '', location.pathname);
  start();
});
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  content.focus();
});
addEventListener('hashchange', () => (location.hash.startsWith('#key=') ? start() : tabs.hidden || route(true)));
start();
`;
