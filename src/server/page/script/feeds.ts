/** Events and requests as they come. */
export const feedsView = `
const mostRows = 200;
// Seconds that the service may hold an answer back.
const longestWait = 20;
const pauseAfterFailure = 2000;

const eventsFeed = {
  path: '/sandbox/v1/events', member: 'events', title: 'Events',
  about: 'What changed in the account, newest first, and which event destinations hear of it.',
  empty: 'Nothing has changed yet. Create something, and it shows up here.',
  labels: ['event', 'object', 'by', 'goes to', 'at'],
  cells: (event) => [
    { content: event.event_type },
    { content: el('span', { class: 'mono' }, textOf(event.object.id || event.object.uri)) },
    { content: event.principal ? event.principal.subject : '' },
    { content: event.destinations.map(({ id }) => el('div', { class: 'mono' }, id)) },
    { content: clockElement(event.event_timestamp), tight: true },
  ],
};

const methodTones = { GET: 'blue', POST: 'good', PUT: 'violet', PATCH: 'warn', DELETE: 'bad' };

function statusTone(status) {
  return status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
}

const requestsFeed = {
  path: '/sandbox/v1/requests', member: 'requests', title: 'Requests',
  about: 'What this service answered since it was started, newest first. This page leaves no trace in it.',
  empty: 'No requests yet.',
  labels: ['request', 'method', 'status', 'operation', 'time', 'at'],
  cells: (request) => [
    { content: request.path },
    { content: tag(request.method, methodTones[request.method]) },
    { content: [tag(request.status, statusTone(request.status)), request.error_code && ' ' + request.error_code] },
    { content: request.operation || '' },
    { content: request.duration_ms.toFixed(1) + ' ms', tight: true },
    { content: clockElement(request.time), tight: true },
  ],
};

async function feedView(feed) {
  let isPaused = false;
  let waiting = [];
  const pause = el('button', { type: 'button', 'aria-pressed': 'false', onclick: () => {
    isPaused = !isPaused;
    pause.setAttribute('aria-pressed', String(isPaused));
    if (!isPaused) add(waiting.splice(0));
    label();
  } });
  const label = () => pause.replaceChildren(isPaused ? 'Resume' + (waiting.length ? ' (' + waiting.length + ' new)' : '') : 'Pause');
  label();
  const head = el('div', { class: 'head' },
    el('div', {}, el('h2', { id: 'feed' }, feed.title), el('p', {}, feed.about)), el('div', { class: 'tools' }, pause));
  const table = tableElement(feed.title, feed.labels);
  const empty = el('p', { class: 'note' }, feed.empty);
  table.element.hidden = true;
  show(el('section', { class: 'card', 'aria-labelledby': 'feed' }, head, table.element, empty));

  function add(items, isFirst) {
    for (const item of items.slice(-mostRows)) {
      const [row, detail] = rowElements(feed.labels, feed.cells(item), item);
      if (!isFirst) row.classList.add('fresh');
      table.body.prepend(row, detail);
    }
    while (table.body.childElementCount > 2 * mostRows) table.body.lastElementChild.remove();
    const isEmpty = table.body.childElementCount === 0;
    table.element.hidden = isEmpty;
    empty.hidden = !isEmpty;
  }

  const { signal } = view;
  let after;
  let since;
  let wait = longestWait;
  while (!signal.aborted) {
    try {
      const query = after === undefined ? '?limit=' + mostRows / 2 : '?limit=' + mostRows + '&wait=' + wait + '&after=' + after;
      const part = await get(feed.path + query, signal);
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
`;
