import fc from 'fast-check';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { exampleCertificateRequest, exampleKeys } from '../../../src/contract/examples/example-keys.ts';
import type { ObjectSchema, Schema } from '../../../src/contract/schema/schema.ts';

// Values for property tests: derived from a schema, so that most get past the outermost checks, then spoilt.

/** Texts of each format; not all of them are right. */
const samples: Readonly<Record<string, readonly string[]>> = {
  'acl-rule': ['*', 'bind:*.example.com', 'bind:1.tcp.example.com:20000', 'bind:team=*', 'bind:*', 'allow:x'],
  cel: [
    'true',
    "endpoint.url.endsWith('.com')",
    'endpoint.port == 443',
    'endpoint.',
    '1 / 0 == 1',
    'a'.repeat(5000),
  ],
  'date-time': [
    '2026-11-21T08:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-11-21T08:00:00+02:00',
    '2026-02-30T00:00:00Z',
  ],
  duration: ['60s', '1d12h', '0s', '1'],
  'endpoint-url': [
    'https://app.example.com',
    'tcp://1.tcp.example.com:20000',
    'tls://a.internal',
    'http://[::1]',
  ],
  'event-type': ['api_key_created.v0', 'ip_policy_updated.v0', 'created'],
  'basic-credentials': ['alice:secret', 'alice', ':secret', 'a:b:c'],
  'cel-condition': ["req.method == 'GET'", 'req.method', '1 +'],
  'cel-text': ['plain', `from \${conn.client_ip}`, '${'],
  'cel-url': ['https://a.internal', `https://\${req.host}.internal`, 'https://app.example.com'],
  'cel-value': ['conn.client_ip', 'nope'],
  cidr: ['10.0.0.0/8', '2001:db8::/32', '192.0.2.7', '10.0.0.1/8', '10.0.0.0/33'],
  'header-name': ['x-user', 'Host', 'connection', 'a b'],
  'rate-window': ['10s', '24h', '9s', '25h'],
  re2: ['(?i)bot', '^(a+)+$', '(', '\\d{2,3}', '(?=a)'],
  'ssh-principal': ['alice', 'host.example.com', 'a b', ''],
  'ssh-public-key': [exampleKeys.ed25519, exampleKeys.ecdsa, `${exampleKeys.ed25519} x`, 'ssh-rsa AAAA'],
  'traffic-policy': [
    '',
    'on_http_request: []',
    '{"on_http_request": [{"actions": [{"type": "deny"}]}]}',
    'on_http_request: [{expressions: ["1 +"], actions: []}]',
    '[[[[',
  ],
  'web-url': ['https://example.com/a', 'http://user@example.com', 'example.com', 'https://'],
  uri: ['http://api.test/endpoints', 'x'],
};

/** Texts that mean something to the service, wherever they stand. */
const words = fc.constantFrom(
  ...['', ' ', '*', '<SECRET>', '__proto__', 'constructor', 'null', '../..', '%00', '\u0000', '\ud800', '😀'],
  ...[
    exampleCertificateRequest,
    demoIds.ipPolicies.office,
    'kubernetes',
    'bindings',
    'json',
    'force-command',
  ],
);

const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 3, arbitrary: words },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(255, 256, 4096, 4097, 20_000).map((length) => 'é'.repeat(length / 2)),
  },
);

/** Anything that JSON can hold. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, -1, 1e300)),
  text,
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(fc.oneof(fc.string({ maxLength: 8 }), words), text, { maxKeys: 3 }),
);

/** Values that the schema takes, or nearly: formats and lengths are hit and missed. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return anything;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return enumValues(schema);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length === 0) return anything;
  return fc.oneof(...types.map((type) => ofType(schema, type)));
}

function enumValues(schema: ObjectSchema): fc.Arbitrary<unknown> {
  const choices = fc.constantFrom(...(schema.enum as unknown[]));
  return schema['x-any-case']
    ? fc.oneof(
        choices,
        choices.map((choice) => String(choice).toUpperCase()),
      )
    : choices;
}

function ofType(schema: ObjectSchema, type: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(fc.integer(), fc.constantFrom(schema.minimum ?? 0, (schema.maximum ?? 9) + 1, 7));
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'string':
      return stringsOf(schema);
    case 'array':
      return arraysOf(schema);
    default:
      return objectsOf(schema);
  }
}

function stringsOf({ format = '' }: ObjectSchema): fc.Arbitrary<unknown> {
  const ofFormat = samples[format];
  return ofFormat
    ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ofFormat) }, { weight: 1, arbitrary: text })
    : text;
}

function arraysOf({ items = true, maxItems }: ObjectSchema): fc.Arbitrary<unknown> {
  const few = fc.array(valuesOf(items as Schema), { maxLength: 3 });
  if (maxItems === undefined || maxItems > 300) return few;
  const full = valuesOf(items as Schema).map((item) => Array(maxItems + 1).fill(item));
  return fc.oneof({ weight: 15, arbitrary: few }, { weight: 1, arbitrary: full });
}

function objectsOf(schema: ObjectSchema): fc.Arbitrary<unknown> {
  const { properties = {}, additionalProperties, required = [] } = schema;
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, valuesOf(member)]),
  );
  const names = Object.keys(members);
  if (names.length === 0) {
    const values = additionalProperties ? valuesOf(additionalProperties) : anything;
    return additionalProperties === false
      ? fc.constant({})
      : fc.dictionary(fc.oneof(text, words), values, { maxKeys: 3 });
  }
  const whole = fc.record(members, { requiredKeys: names.filter((name) => required.includes(name)) });
  if (!schema['x-one-of']) return whole;
  const one = fc.constantFrom(...names).chain((name) => fc.record({ [name]: members[name] ?? anything }));
  return fc.oneof({ weight: 9, arbitrary: one }, { weight: 1, arbitrary: whole });
}

type Place = { readonly holder: Record<string | number, unknown>; readonly key: string | number };

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => {
    const holder = value as Place['holder'];
    return [{ holder, key }, ...placesIn(holder[key])];
  });
}

/** A value with some of its parts replaced, taken away, or given company. */
export function spoilt(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    where: fc.nat(),
    how: fc.constantFrom('replace', 'remove', 'add'),
    what: anything,
    name: fc.oneof(fc.string({ maxLength: 8 }), words),
  });
  return fc.tuple(values, fc.array(change, { maxLength: 3 })).map(([original, changes]) => {
    let value = structuredClone(original);
    for (const { where, how, what, name } of changes) {
      const places = placesIn(value);
      const place = places[where % (places.length + 1)];
      if (place === undefined) {
        if (how === 'replace') value = what;
        else if (how === 'add') define(value, name, what);
      } else if (how === 'replace') define(place.holder, place.key, what);
      else if (how === 'add') define(place.holder[place.key], name, what);
      else delete place.holder[place.key];
    }
    return JSON.parse(JSON.stringify(value ?? null));
  });
}

// Not by assignment: `__proto__` is to be a member like others, as JSON.parse makes it.
function define(holder: unknown, key: string | number, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value);
  else if (typeof holder === 'object' && holder !== null) {
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
  }
}
