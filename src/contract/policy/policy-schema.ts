import { bodySchema, type ObjectSchema, wholeObject } from '../schema/schema.ts';

// The document that an endpoint's traffic_policy carries (contract/README.md "Traffic policy").

const text = { type: 'string', minLength: 1 } as const satisfies ObjectSchema;

const deny = {
  ...bodySchema([], {
    status_code: {
      type: 'integer',
      minimum: 100,
      maximum: 599,
      default: 403,
      description: 'status of the answer',
    },
  }),
  description: 'answer with a status and stop',
} as const satisfies ObjectSchema;

const forwardInternal = {
  ...wholeObject({
    url: { type: 'string', format: 'internal-url', description: 'URL of an endpoint under .internal' },
  }),
  description: 'forward to an internal endpoint, which is reachable in no other way',
} as const satisfies ObjectSchema;

const rateLimit = {
  ...wholeObject({
    name: { ...text, description: 'name of the limit' },
    algorithm: { type: 'string', enum: ['sliding_window'], description: 'how requests are counted' },
    capacity: { type: 'integer', minimum: 1, description: 'requests that are let through in one window' },
    rate: { type: 'string', format: 'duration', description: 'length of the window, such as 60s' },
    bucket_key: {
      type: 'array',
      minItems: 1,
      items: text,
      description: 'what is counted apart, such as the client IP',
    },
  }),
  description: 'reject requests above the capacity with 429',
} as const satisfies ObjectSchema;

const allowList = wholeObject({
  allow_list: {
    type: 'array',
    minItems: 1,
    items: wholeObject({ value: text }),
    description: 'values that are accepted',
  },
});

const token = wholeObject(
  {
    type: { type: 'string', enum: ['jwt'], description: 'kind of token' },
    method: { type: 'string', enum: ['header'], description: 'part of the request that carries it' },
    name: { ...text, description: 'name of the header, usually Authorization' },
    prefix: { type: 'string', default: '', description: 'text before the token, such as "Bearer "' },
  },
  ['prefix'],
);

const signature = wholeObject({
  allowed_algorithms: {
    type: 'array',
    minItems: 1,
    items: {
      type: 'string',
      // RFC 7518 section 3.1 and RFC 8037, those with a public key.
      enum: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
    },
    description: 'signature algorithms that are accepted',
  },
  keys: wholeObject({
    sources: wholeObject({
      additional_jkus: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', pattern: '^https://', format: 'web-url' },
        description: 'https URLs of key sets',
      },
    }),
  }),
});

/** Which tokens pass, where they stand in a request, and whose keys sign them. */
const jwtValidation = {
  ...wholeObject({
    issuer: { ...allowList, description: 'who may have issued the token' },
    audience: { ...allowList, description: 'whom the token may be meant for' },
    http: {
      ...wholeObject({ tokens: { type: 'array', minItems: 1, items: token } }),
      description: 'where the token stands in a request',
    },
    jws: { ...signature, description: 'how the token must be signed' },
  }),
  description: 'let only requests with a valid JWT pass: 401 without one, 403 with an invalid one',
} as const satisfies ObjectSchema;

/** The schema of each action type's `config`. */
export const policyActions = {
  deny,
  'forward-internal': forwardInternal,
  'jwt-validation': jwtValidation,
  'rate-limit': rateLimit,
} as const satisfies Record<string, ObjectSchema>;

/** What holds for every action; its config is held to the schema of its type. */
export const policyAction = bodySchema(['type'], {
  type: { type: 'string', enum: ['deny', 'forward-internal', 'jwt-validation', 'rate-limit'] },
  config: { type: 'object', description: 'settings of the action' },
});

/** One rule of a phase; its actions are held to `policyAction`. */
export const policyRule = bodySchema(['actions'], {
  expressions: {
    type: 'array',
    items: text,
    description: 'CEL expressions; all must be true for the actions to run',
  },
  actions: { type: 'array', minItems: 1, description: 'what is done, in this order' },
});

/** The whole document: a list of rules for each known phase. */
export const trafficPolicyDocument = bodySchema([], {
  on_http_request: {
    type: 'array',
    description: 'rules for requests, in the order in which they are tried',
  },
});
