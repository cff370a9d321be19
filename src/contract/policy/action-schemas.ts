import { bodySchema, type ObjectSchema, wholeObject } from '../schema/schema.ts';

// The config of each action of a traffic policy but jwt-validation: contract/README.md "Traffic policy".

const text = { type: 'string', minLength: 1 } as const satisfies ObjectSchema;
/** No line break and no NUL, which would end a header. */
const headerValue = {
  type: 'string',
  pattern: '^[^\\r\\n\\u0000]*$',
  format: 'cel-text',
} as const satisfies ObjectSchema;

const headerMap = {
  type: 'object',
  minProperties: 1,
  maxProperties: 10,
  propertyNames: { type: 'string', format: 'header-name' },
  additionalProperties: headerValue,
} as const satisfies ObjectSchema;

const enforce = {
  type: 'boolean',
  default: true,
  description: 'false only notes the outcome, for later expressions',
} as const satisfies ObjectSchema;

const pattern = { ...text, format: 're2' } as const satisfies ObjectSchema;

function status(value: number, minimum: number, maximum: number) {
  const form = { type: 'integer', minimum, maximum, default: value } as const;
  return { ...form, description: 'status of the answer' } as const satisfies ObjectSchema;
}

export const deny = {
  ...bodySchema([], { status_code: status(403, 100, 599) }),
  description: 'answer with a status, or close the connection, and stop',
} as const satisfies ObjectSchema;

export const forwardInternal = {
  ...bodySchema(['url'], {
    url: { type: 'string', format: 'cel-url', description: 'URL of an endpoint under .internal' },
    on_error: {
      type: 'string',
      enum: ['halt', 'continue'],
      default: 'halt',
      description: 'whether later actions run when it cannot be reached',
    },
  }),
  description: 'forward to an internal endpoint, which is reachable in no other way',
} as const satisfies ObjectSchema;

export const rateLimit = {
  ...bodySchema(['name', 'algorithm', 'capacity', 'rate', 'bucket_key'], {
    name: { ...text, description: 'name of the limit' },
    algorithm: { type: 'string', enum: ['sliding_window'], description: 'how requests are counted' },
    capacity: { type: 'integer', minimum: 1, description: 'requests that are let through in one window' },
    rate: { type: 'string', format: 'rate-window', description: 'length of the window, 10s to 24h' },
    bucket_key: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: { type: 'string', format: 'cel-value' },
      description: 'CEL expressions; what they give is counted apart, such as the client IP',
    },
    enforce,
  }),
  description: 'reject requests above the capacity with 429',
} as const satisfies ObjectSchema;

const networks = {
  type: 'array',
  // An empty list would let everybody in where one that is not there does.
  minItems: 1,
  items: { type: 'string', format: 'cidr' },
} as const satisfies ObjectSchema;

export const restrictIps = {
  ...bodySchema([], {
    allow: { ...networks, description: 'networks that may come in; all when not given' },
    deny: { ...networks, description: 'networks that may not' },
    enforce,
  }),
  description: 'let only some addresses in: 403, or the connection is closed',
} as const satisfies ObjectSchema;

export const customResponse = {
  ...bodySchema([], {
    status_code: status(200, 100, 599),
    body: { type: 'string', format: 'cel-text', description: 'what is sent' },
    headers: { ...headerMap, description: 'headers of the answer' },
  }),
  description: 'answer with this',
} as const satisfies ObjectSchema;

const rewriting = {
  from: { ...pattern, description: 'RE2 pattern of what is replaced in the URL; the whole when not given' },
  to: { ...text, format: 'cel-text', description: 'what stands in its place; $1 is its first group' },
} as const satisfies Record<string, ObjectSchema>;

export const redirect = {
  ...bodySchema(['to'], {
    ...rewriting,
    status_code: status(302, 300, 399),
    headers: { ...headerMap, description: 'further headers of the answer' },
  }),
  description: 'send the client to another URL',
} as const satisfies ObjectSchema;

export const urlRewrite = {
  ...bodySchema(['to'], rewriting),
  description: 'change the URL that the upstream sees',
} as const satisfies ObjectSchema;

export const addHeaders = {
  ...bodySchema(['headers'], { headers: { ...headerMap, description: 'values by name, 1 to 10' } }),
  description: 'set headers',
} as const satisfies ObjectSchema;

export const removeHeaders = {
  ...bodySchema(['headers'], {
    headers: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: { type: 'string', format: 'header-name' },
      description: 'names, 1 to 10',
    },
  }),
  description: 'take headers away',
} as const satisfies ObjectSchema;

export const basicAuth = {
  ...bodySchema(['credentials'], {
    credentials: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', format: 'basic-credentials' },
      description: 'user:password, each of them lets in',
    },
    realm: { type: 'string', pattern: '^[^"\\\\\\r\\n]*$', description: 'what browsers show when they ask' },
    enforce,
  }),
  description: 'ask for user and password: 401 without',
} as const satisfies ObjectSchema;

/** A text may hold CEL; numbers, lists and the like are taken as they are. */
const value = { format: 'cel-text' } as const satisfies ObjectSchema;

export const setVars = {
  ...bodySchema(['vars'], {
    vars: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        minProperties: 1,
        maxProperties: 1,
        propertyNames: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
        additionalProperties: value,
      },
      description: 'one name and its value each, for later expressions as vars.<name>',
    },
  }),
  description: 'keep values for later expressions',
} as const satisfies ObjectSchema;

export const log = {
  ...bodySchema(['metadata'], {
    metadata: { type: 'object', additionalProperties: value, description: 'what is noted, by name' },
  }),
  description: 'note something in the traffic log',
} as const satisfies ObjectSchema;

export const compressResponse = {
  ...bodySchema([], {
    algorithms: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', enum: ['gzip', 'br', 'deflate', 'zstd'] },
      description: 'what may be used, of what the client takes; all when not given',
    },
  }),
  description: 'compress what is sent',
} as const satisfies ObjectSchema;

export const closeConnection = {
  ...bodySchema([], {}),
  description: 'close the connection',
} as const satisfies ObjectSchema;

/** Values, one at least, of which one has to be there. */
export const allowList = wholeObject({
  allow_list: {
    type: 'array',
    minItems: 1,
    items: wholeObject({ value: text }),
    description: 'values that are accepted',
  },
});
