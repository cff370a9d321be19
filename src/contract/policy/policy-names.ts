import type { Phase } from './phases.ts';
import type { Signature, ValueShape } from './value-shape.ts';

// Which names the expressions of a traffic policy have: contract/README.md "Expressions".

const text: ValueShape = { type: 'string' };
const number: ValueShape = { type: 'int' };
const truth: ValueShape = { type: 'bool' };
const anything: ValueShape = { type: 'dyn' };
const texts: ValueShape = { type: 'list', element: text };
const textsByName: ValueShape = { type: 'map', element: texts };
const anythingByName: ValueShape = { type: 'map', element: anything };

function record(members: Record<string, ValueShape>): ValueShape {
  return { type: 'map', members };
}

const content = { content_type: text, content_length: number } as const;

const conn = record({
  client_ip: text,
  client_port: number,
  server_ip: text,
  server_port: number,
  tls: record({ version: text, sni: text, cipher_suite: text, client: anythingByName }),
});

const endpoint = record({ id: text, url: text, host: text, port: number, protocol: text });

const url = record({
  raw: text,
  scheme: text,
  authority: text,
  host: text,
  port: number,
  path: text,
  raw_path: text,
  query: text,
  query_params: textsByName,
});

const req = record({
  method: text,
  host: text,
  version: text,
  headers: textsByName,
  cookies: anythingByName,
  ...content,
  user_agent: text,
  url,
});

const res = record({ status_code: number, headers: textsByName, cookies: anythingByName, ...content });

const always = {
  conn,
  endpoint,
  time: record({ now: { type: 'google.protobuf.Timestamp' } }),
  vars: anythingByName,
  actions: anythingByName,
};

/** The variables of each phase. */
export const policyVariables: Readonly<Record<Phase, Readonly<Record<string, ValueShape>>>> = {
  on_tcp_connect: always,
  on_http_request: { ...always, req },
  on_http_response: { ...always, req, res },
};

type Functions = Readonly<Record<string, readonly Signature[]>>;

const list = 'list';
const alwaysFunctions: Functions = {
  inCidrRange: [{ takes: ['string', 'string'], gives: truth }],
  'base64.encode': [
    { takes: ['string'], gives: text },
    { takes: ['bytes'], gives: text },
  ],
  'base64.decode': [{ takes: ['string'], gives: text }],
  ...Object.fromEntries(
    ['md5', 'sha1', 'sha256', 'sha384', 'sha512'].map((name) => [
      `hash.${name}`,
      [
        { takes: ['string'], gives: text },
        { takes: ['string', 'string'], gives: text },
      ],
    ]),
  ),
  'rand.double': [{ takes: [], gives: { type: 'double' } }],
  'lists.range': [{ takes: ['int'], gives: { type: list, element: number } }],
  slice: [{ target: list, takes: ['int', 'int'], gives: { type: list } }],
  flatten: [
    { target: list, takes: [], gives: { type: list } },
    { target: list, takes: ['int'], gives: { type: list } },
  ],
  sort: [{ target: list, takes: [], gives: { type: list } }],
  distinct: [{ target: list, takes: [], gives: { type: list } }],
  reverse: [{ target: list, takes: [], gives: { type: list } }],
};

const byName = (gives: ValueShape): readonly Signature[] => [{ takes: ['string'], gives }];

const requestFunctions: Functions = {
  getReqHeader: byName(texts),
  hasReqHeader: byName(truth),
  getReqCookie: byName(anything),
  hasReqCookie: byName(truth),
  getQueryParam: byName(texts),
  hasQueryParam: byName(truth),
};

const responseFunctions: Functions = { getResHeader: byName(texts), hasResHeader: byName(truth) };

/** The functions of each phase beside those of CEL and of its string extension. */
export const policyFunctions: Readonly<Record<Phase, Functions>> = {
  on_tcp_connect: alwaysFunctions,
  on_http_request: { ...alwaysFunctions, ...requestFunctions },
  on_http_response: { ...alwaysFunctions, ...requestFunctions, ...responseFunctions },
};
