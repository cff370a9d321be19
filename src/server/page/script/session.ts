/** The API key, which stays in this tab, and the requests that carry it. */
export const session = String.raw`
const keyName = 'tunnelctl-api-key';

class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function readKey() {
  // A link from the terminal: what stands behind # is never sent to any server.
  const given = /^#key=(\w+)$/.exec(location.hash);
  if (given) {
    sessionStorage.setItem(keyName, given[1]);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(keyName) || undefined;
}

async function get(path, signal) {
  const key = sessionStorage.getItem(keyName);
  const headers = { 'Service-Version': '2', ...(key && { Authorization: 'Bearer ' + key }) };
  const response = await fetch(path, { headers, signal, credentials: 'omit', cache: 'no-store', redirect: 'error' });
  const body = await response.json();
  if (!response.ok) throw new Refused(response.status, body.msg || 'status ' + response.status);
  return body;
}

function welcome(problem) {
  const field = el('input', { type: 'password', name: 'key', autocomplete: 'off', spellcheck: 'false', required: true,
    'aria-describedby': 'why', 'aria-invalid': problem ? 'true' : undefined });
  const form = el('form', { class: 'card welcome', onsubmit: (event) => {
    event.preventDefault();
    sessionStorage.setItem(keyName, field.value.trim());
    start();
  } },
    el('h2', {}, 'Look into this sandbox'),
    el('p', { id: 'why' }, 'Paste an API key of the account. It stays in this tab and goes nowhere but to this service. ',
      'Lost it? ', el('code', {}, 'tunnelctl serve --new-key'), ' makes another.'),
    el('label', {}, 'API key', field),
    problem && el('p', { class: 'error', role: 'alert' }, problem),
    el('div', {}, el('button', { class: 'main', type: 'submit' }, 'Open')));
  show(form);
  field.focus();
}
`;
