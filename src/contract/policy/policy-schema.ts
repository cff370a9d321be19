import type { ObjectSchema } from '../schema/schema.ts';
import { jwtValidation } from './jwt-validation.ts';

// The document that an endpoint's traffic_policy carries (contract/README.md "Traffic policy").

const text = { type: 'string', minLength: 1 } as const satisfies ObjectSchema;

const deny = {
  type: 'object',
  additionalProperties: false,
  properties: {
    status_code: {
      type: 'integer',
      minimum: 100,
      maximum: 599,
      default: 403,
      description: 'status of the answer',
    },
  },
  description: 'answer with a status and stop',
} as const satisfies ObjectSchema;

const forwardInternal = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: {
    url: { type: 'string', format: 'internal-url', description: 'URL of an endpoint under .internal' },
  },
  description: 'forward to an internal endpoint, which is reachable in no other way',
} as const satisfies ObjectSchema;

const rateLimit = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'algorithm', 'capacity', 'rate', 'bucket_key'],
  properties: {
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
  },
  description: 'reject requests above the capacity with 429',
} as const satisfies ObjectSchema;

/** The schema of each action type's `config`. */
export const policyActions = {
  deny,
  'forward-internal': forwardInternal,
  'jwt-validation': jwtValidation,
  'rate-limit': rateLimit,
} as const satisfies Record<string, ObjectSchema>;

/** What holds for every action; its config is held to the schema of its type. */
export const policyAction = {
  type: 'object',
  additionalProperties: false,
  required: ['type'],
  properties: {
    type: { type: 'string', enum: ['deny', 'forward-internal', 'jwt-validation', 'rate-limit'] },
    config: { type: 'object', description: 'settings of the action' },
  },
} as const satisfies ObjectSchema;

/** One rule of a phase; its actions are held to `policyAction`. */
export const policyRule = {
  type: 'object',
  additionalProperties: false,
  required: ['actions'],
  properties: {
    expressions: {
      type: 'array',
      items: text,
      description: 'CEL expressions; all must be true for the actions to run',
    },
    actions: { type: 'array', minItems: 1, description: 'what is done, in this order' },
  },
} as const satisfies ObjectSchema;

/** The whole document: a list of rules for each known phase. */
export const trafficPolicyDocument = {
  type: 'object',
  additionalProperties: false,
  properties: {
    on_http_request: {
      type: 'array',
      description: 'rules for requests, in the order in which they are tried',
    },
  },
} as const satisfies ObjectSchema;
