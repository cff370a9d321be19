import type { ObjectSchema } from '../schema/schema.ts';

// The config of a jwt-validation action (contract/README.md "Traffic policy").

const text = { type: 'string', minLength: 1 } as const satisfies ObjectSchema;

const allowList = {
  type: 'object',
  additionalProperties: false,
  required: ['allow_list'],
  properties: {
    allow_list: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['value'],
        properties: { value: text },
      },
      description: 'values that are accepted',
    },
  },
} as const satisfies ObjectSchema;

/** Which tokens pass, where they stand in a request, and whose keys sign them. */
export const jwtValidation = {
  type: 'object',
  additionalProperties: false,
  required: ['issuer', 'audience', 'http', 'jws'],
  properties: {
    issuer: { ...allowList, description: 'who may have issued the token' },
    audience: { ...allowList, description: 'whom the token may be meant for' },
    http: {
      type: 'object',
      additionalProperties: false,
      required: ['tokens'],
      properties: {
        tokens: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['type', 'method', 'name'],
            properties: {
              type: { type: 'string', enum: ['jwt'], description: 'kind of token' },
              method: {
                type: 'string',
                enum: ['header'],
                description: 'part of the request that carries it',
              },
              name: { ...text, description: 'name of the header, usually Authorization' },
              prefix: {
                type: 'string',
                default: '',
                description: 'text before the token, such as "Bearer "',
              },
            },
          },
        },
      },
      description: 'where the token stands in a request',
    },
    jws: {
      type: 'object',
      additionalProperties: false,
      required: ['allowed_algorithms', 'keys'],
      properties: {
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
        keys: {
          type: 'object',
          additionalProperties: false,
          required: ['sources'],
          properties: {
            sources: {
              type: 'object',
              additionalProperties: false,
              required: ['additional_jkus'],
              properties: {
                additional_jkus: {
                  type: 'array',
                  minItems: 1,
                  items: { type: 'string', pattern: '^https://', format: 'web-url' },
                  description: 'https URLs of key sets',
                },
              },
            },
          },
        },
      },
      description: 'how the token must be signed',
    },
  },
  description: 'let only requests with a valid JWT pass: 401 without one, 403 with an invalid one',
} as const satisfies ObjectSchema;
