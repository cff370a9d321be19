// What a web page can try on a service, knowing even its key. Runs in the browser; answers what came of each attempt.
/** @param {{ url: string, token: string }} service */
async function attack({ url, token }) {
  const json = JSON.stringify({ description: 'made by a web page' });
  const identity = { authorization: `Bearer ${token}`, 'service-version': '2' };
  /** @param {Promise<unknown>} work */
  const attempt = (work) => work.then(String, () => 'failed');
  /** @param {RequestInit} init */
  const read = (init, path = '/endpoints') =>
    attempt(
      fetch(url + path, init).then((response) => (response.type === 'opaque' ? 'opaque' : response.text())),
    );
  /**
   * @param {'img' | 'script' | 'link'} name
   * @param {object} attributes
   */
  const element = (name, attributes) =>
    new Promise((resolve) => {
      const made = Object.assign(document.createElement(name), attributes);
      made.onload = () => resolve('loaded');
      made.onerror = () => resolve('failed');
      document.body.append(made);
    });
  /** @param {string} enctype */
  const form = (enctype) =>
    new Promise((resolve) => {
      const frame = Object.assign(document.createElement('iframe'), { name: `frame-${enctype}` });
      document.body.append(frame);
      const made = Object.assign(document.createElement('form'), {
        method: 'post',
        action: `${url}/api_keys`,
        enctype,
        target: frame.name,
      });
      made.append(Object.assign(document.createElement('input'), { name: '{"description":"', value: 'x"}' }));
      document.body.append(made);
      frame.onload = () => {
        let seen = 'failed';
        try {
          seen = frame.contentDocument?.body.innerText ?? 'failed';
        } catch {}
        resolve(seen);
      };
      made.submit();
    });
  /** @param {EventTarget} target */
  const channel = (target) =>
    new Promise((resolve) => {
      target.addEventListener('open', () => resolve('open'));
      target.addEventListener('message', () => resolve('message'));
      target.addEventListener('error', () => resolve('failed'));
    });
  return {
    reading: await read({ headers: identity }),
    'reading what needs no key': await read({}, '/openapi.json'),
    'reading without CORS': await read({ mode: 'no-cors', credentials: 'include' }, '/openapi.json'),
    writing: await read(
      { method: 'POST', headers: { ...identity, 'content-type': 'application/json' }, body: json },
      '/api_keys',
    ),
    'writing without CORS': await read({ method: 'POST', mode: 'no-cors', body: json }, '/api_keys'),
    deleting: await read({ method: 'DELETE', headers: identity }, '/endpoints/x'),
    'a form': await form('application/x-www-form-urlencoded'),
    'a form as text': await form('text/plain'),
    'a form with files': await form('multipart/form-data'),
    'an image': await element('img', { src: `${url}/openapi.json` }),
    'a script': await element('script', { src: `${url}/openapi.json` }),
    'a style sheet': await element('link', { rel: 'stylesheet', href: `${url}/openapi.json` }),
    'an event stream': await channel(new EventSource(`${url}/endpoints`)),
    'a web socket': await channel(new WebSocket(`${url.replace('http', 'ws')}/endpoints`)),
    'a beacon': String(navigator.sendBeacon(`${url}/api_keys`, new Blob([json], { type: 'text/plain' }))),
  };
}

Object.assign(globalThis, { attack });
