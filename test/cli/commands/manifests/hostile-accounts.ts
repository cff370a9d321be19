// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these marks are those of manifests and policies
import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';

/** Pieces of texts that mean something to YAML, to manifests or to a terminal, or that are often lost on the way. */
export const hostilePieces = [
  ...[
    'no',
    'null',
    '~',
    '1e3',
    '0x1F',
    '2026-11-21',
    'true',
    '- ',
    '# ',
    ': ',
    '---',
    '|',
    '>',
    '&a',
    '*a',
    '!t',
    '%',
  ],
  ...[
    ' ',
    '  ',
    '\t',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '"',
    "'",
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    '@',
    '`',
    '<SECRET>',
  ],
  ...['${env:HOME}', '$${env:HOME}', '$$${file:/etc/passwd}', '${var:x}', '${', '}', '$', '${other:x}'],
  ...[
    '\u001b[31m',
    '\u0007',
    '\u009b2J',
    '\u2028',
    '\u202e',
    '\ufeff',
    'ä',
    '名',
    '👩‍🚀',
    'a',
    'b',
    'x'.repeat(60),
  ],
];

/** Policies that are stored byte for byte. */
export const hostilePolicies = [
  '# kept\n\non_http_request:\n  - actions:\n      - type: deny # why\n',
  'on_http_request:\r\n  - actions:\r\n      - type: deny\r\n',
  'on_http_request:\n  - actions:\n      - type: deny',
  'on_http_request:\n  - actions:\n      - type: deny\n\n\n',
  '\n\n  # first\non_http_request:\n  - actions:\n      - type: deny\n   \n',
  '# ${env:HOME} $${file:/etc/passwd}\non_http_request:\n  - actions:\n      - type: custom-response\n        config:\n          body: "hello ${conn.client_ip}"\n',
  '{"on_http_request":[{"actions":[{"type":"deny"}]}]}',
  `# ${'long '.repeat(60)}\non_http_request:\n  - actions: [{ type: deny }]\t\n`,
  '\ufeffon_http_request:\n  - actions:\n      - type: deny\n',
] as const;

const keys = Array.from({ length: 6 }, () =>
  generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }).toString(),
);

const bytes = (most: number) => (text: string) => Buffer.byteLength(text) <= most;
const parts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...hostilePieces) },
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  ),
  { maxLength: 8 },
);
const text = parts.map((some) => some.join('').replaceAll('\0', '')).filter(bytes(255));
const name = text.filter((one) => one !== '');
const words = { description: text, metadata: text };
const secret = fc.constantFrom('first', 'second');

const endpoint = fc.record(
  {
    url: fc.constantFrom(
      ...[
        'https://a.example.com',
        'http://a.example.com',
        'https://*.example.com',
        'tcp://a.example.com:5432',
      ],
      ...['tls://a.example.com:8443', 'https://a.internal', 'https://b.example.com', 'tcp://[::1]:22'],
    ),
    ...words,
  },
  { requiredKeys: ['url'] },
);

const policed = fc
  .tuple(endpoint, fc.option(fc.constantFrom(...hostilePolicies), { nil: undefined }))
  .map(([one, traffic_policy]) =>
    traffic_policy !== undefined && one.url.startsWith('http') ? { ...one, traffic_policy } : one,
  );

/** Several at one URL, which only their descriptions tell apart. */
const pooled = fc.uniqueArray(name, { maxLength: 3 }).map((descriptions) =>
  descriptions.map((description) => ({
    url: 'https://pool.example.com',
    pooling_enabled: true,
    description,
  })),
);

const credential = fc.record(
  {
    public_key: fc.constantFrom(...keys),
    acl: fc.uniqueArray(
      fc.constantFrom('*', 'bind:*.example.com', 'bind:a=*', 'bind:1.tcp.example.com:20000'),
      { maxLength: 3 },
    ),
    ...words,
  },
  { requiredKeys: ['public_key'] },
);

const operator = fc.record({
  ...words,
  enabled_features: fc.constant(['bindings', 'ingress']),
  region: fc.constantFrom('global', 'eu'),
  deployment: fc.record({ name, namespace: text, cluster_name: text, version: text }),
  binding: fc.record(
    {
      endpoint_selectors: fc.array(
        fc.constantFrom('true', "endpoint.url.endsWith('a')", 'endpoint.port == 443 &&\n  true'),
        { minLength: 1, maxLength: 2 },
      ),
      ingress_endpoint: fc.constant('ingress.example.com:443'),
    },
    { requiredKeys: [] },
  ),
});

const target = fc.oneof(
  fc.record({
    metrics_target: fc.record({
      api_key: secret,
      ddtags: text,
      ddsite: fc.constantFrom('', 'datadoghq.com'),
    }),
  }),
  fc.record({
    log_target: fc.record({
      auth: fc.record({ creds: fc.record({ cloud_access_key_id: name, cloud_secret_access_key: secret }) }),
      log_group_resource_name: name,
    }),
  }),
  fc.record({
    stream_target: fc.record({
      auth: fc.record({ role: fc.record({ role_resource_name: name }) }),
      stream_resource_name: name,
    }),
  }),
);

/** Accounts as seeds have them, of which something tells every record from all others. */
export const hostileAccounts = fc
  .record({
    endpoints: fc.uniqueArray(policed, { selector: ({ url }) => url, maxLength: 6 }),
    pool: pooled,
    ssh_credentials: fc.uniqueArray(credential, { selector: ({ public_key }) => public_key, maxLength: 4 }),
    api_keys: fc.uniqueArray(fc.record({ description: name, metadata: text }), {
      selector: ({ description }) => description,
      maxLength: 3,
    }),
    kubernetes_operators: fc.uniqueArray(operator, {
      selector: ({ deployment: { cluster_name, namespace, name } }) =>
        JSON.stringify([cluster_name, namespace, name]),
      maxLength: 3,
    }),
    event_destinations: fc.uniqueArray(fc.record({ description: name, metadata: text, target }), {
      selector: ({ description }) => description,
      maxLength: 3,
    }),
  })
  .map(({ pool, ...lists }) => ({ ...lists, endpoints: [...lists.endpoints, ...pool] }));
