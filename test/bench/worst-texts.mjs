// The worst texts that the limits allow, and what others ask meanwhile.

/** @typedef {import('./latency.mjs').Kind} Kind */

/**
 * @param {string} unit
 * @param {string} start
 * @param {number} [most]
 */
const filled = (unit, start = '', most = 4090) =>
  start + unit.repeat(Math.floor((most - start.length) / unit.length));

/** Expressions that take the parser, the checker and the compiler of patterns long. */
const expressions = {
  chain: filled('&&true', 'true'),
  list: `${filled('1,', '[', 4080)}1]==[]`,
  spaces: `true${' '.repeat(4000)}&&(true${' '.repeat(40)})`,
  pattern: `"a".matches("${'a{999}'.repeat(10)}")`,
};

/** @param {readonly string[]} texts */
const policyOf = (texts) =>
  JSON.stringify({ on_http_request: [{ expressions: texts, actions: [{ type: 'deny' }] }] });

/**
 * @param {string} token of the admin
 * @param {number} connections how many send each of them
 */
export function worstTexts(token, connections) {
  const id = (/** @type {string} */ prefix, /** @type {number} */ n) =>
    `${prefix}_${String(n).padStart(27, '0')}`;
  const ep = id('ep', 1);
  const numbers = Array.from({ length: 90 }, (_, i) => i).join();
  const selectors = Array.from(
    { length: 32 },
    (_, i) => `[${numbers}].exists(a, endpoint.all(b, a == ${100_000 + i}))`,
  );
  const seed = {
    users: [{ id: id('usr', 1), name: 'admin', admin: true }],
    account: { admin_id: id('usr', 1) },
    api_keys: [{ id: id('ak', 1), token, owner_id: id('usr', 1) }],
    endpoints: [
      { id: ep, url: 'https://hostile.example.com', bindings: ['kubernetes'] },
      { id: id('ep', 2), url: 'https://other.example.com' },
      { id: id('ep', 3), url: 'https://third.example.com' },
      ...Array.from({ length: 300 }, (_, n) => ({
        url: `https://e${n}.example.com`,
        bindings: ['kubernetes'],
        metadata: 'ab'.repeat(2000),
      })),
    ],
    kubernetes_operators: [
      { id: id('k8sop', 1), enabled_features: ['bindings'], binding: { endpoint_selectors: selectors } },
      {
        id: id('k8sop', 2),
        enabled_features: ['bindings'],
        binding: { endpoint_selectors: ["endpoint.url == 'https://e7.example.com'"] },
      },
    ],
    https_edges: [{ id: id('edghts', 1), routes: [{ id: id('edghtsrt', 1), match: '/' }] }],
  };
  /** @type {Kind[]} */
  const others = [
    { name: 'GET one', method: 'GET', path: `/endpoints/${ep}`, connections: 2, statuses: [200] },
    { name: 'GET list', method: 'GET', path: '/endpoints?limit=20', connections: 1, statuses: [200] },
    {
      name: 'PATCH small policy',
      method: 'PATCH',
      path: `/endpoints/${id('ep', 2)}`,
      bodies: [JSON.stringify({ traffic_policy: policyOf(["req.url.path.startsWith('/admin')"]) })],
      connections: 1,
      statuses: [200],
    },
    {
      name: 'PATCH policy of 1 KB',
      method: 'PATCH',
      path: `/endpoints/${id('ep', 3)}`,
      bodies: [
        JSON.stringify({
          traffic_policy: policyOf(
            Array.from({ length: 20 }, (_, i) => `req.url.path.startsWith('/private/${i}')`),
          ),
        }),
      ],
      connections: 1,
      statuses: [200],
    },
    {
      name: 'POST key',
      method: 'POST',
      path: '/api_keys',
      bodies: ['{"description":"other"}'],
      connections: 1,
      statuses: [201],
    },
  ];
  const patch = (/** @type {string} */ traffic_policy) => JSON.stringify({ traffic_policy });
  const sixteen = (/** @type {string} */ text) => Array.from({ length: 15 }, () => text);
  const policies = [
    ...Object.values(expressions).map((text) => patch(policyOf(sixteen(text)))),
    patch(policyOf(Array.from({ length: 1000 }, () => "req.method == 'GET' && req.url.path != '/a'"))),
    patch(`${'- \n'.repeat(6000)}`),
    patch(`[${'{},'.repeat(6000)}]`),
    patch(`[${'"a",\n'.repeat(6000)}]`),
  ];
  /** @type {Kind[]} */
  const hostile = [
    {
      name: 'policies of 64 KiB',
      method: 'PATCH',
      path: `/endpoints/${ep}`,
      bodies: policies,
      connections,
      statuses: [200, 400],
    },
    {
      name: 'policies of 2 KB',
      method: 'PATCH',
      path: `/endpoints/${ep}`,
      bodies: [patch(policyOf([filled('&&true', 'true', 1900)]))],
      connections,
      statuses: [200, 400],
    },
    {
      name: 'operators with 32 selectors',
      method: 'POST',
      path: '/kubernetes_operators',
      bodies: Object.values(expressions).map((text) =>
        JSON.stringify({
          enabled_features: ['bindings'],
          binding: { endpoint_selectors: Array.from({ length: 32 }, () => text) },
        }),
      ),
      connections,
      statuses: [201, 400],
    },
    {
      name: 'lists by 32 selectors',
      method: 'GET',
      path: `/kubernetes_operators/${id('k8sop', 1)}/bound_endpoints`,
      connections,
      statuses: [200, 409, 503],
    },
    {
      name: 'filters of 200 patterns',
      method: 'PUT',
      path: `/edges/https/${id('edghts', 1)}/routes/${id('edghtsrt', 1)}/user_agent_filter`,
      bodies: [
        JSON.stringify({
          allow: Array.from({ length: 100 }, () => '\\pL'.repeat(340)),
          deny: Array.from({ length: 100 }, () => '[^a]{1000}'.repeat(9)),
        }),
      ],
      connections,
      statuses: [200, 400],
    },
    {
      name: 'bodies of 1 MiB',
      method: 'POST',
      path: '/api_keys',
      bodies: [
        `{"a":[${'[],'.repeat(340_000)}[]]}`,
        `{${Array.from({ length: 90_000 }, (_, i) => `"${i}":1`).join()}}`,
        `{"description":"${'\\u0041'.repeat(170_000)}"}`,
      ],
      connections,
      statuses: [400, 413],
    },
  ];
  return { seed, others, hostile };
}
