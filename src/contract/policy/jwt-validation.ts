import { bodySchema, type ObjectSchema, wholeObject } from '../schema/schema.ts';
import { allowList } from './action-schemas.ts';

const token = wholeObject(
  {
    type: {
      type: 'string',
      enum: ['jwt', 'access_token', 'id_token', 'at+jwt', 'it+jwt', 'plain'],
      description: 'kind of token',
    },
    method: { type: 'string', enum: ['header', 'body'], description: 'part of the request that carries it' },
    name: { type: 'string', minLength: 1, description: 'name of the header, or of the member of the body' },
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
export const jwtValidation = {
  ...bodySchema(['issuer', 'http', 'jws'], {
    issuer: { ...allowList, description: 'who may have issued the token' },
    audience: { ...allowList, description: 'whom the token may be meant for; anybody when not given' },
    http: {
      ...wholeObject({ tokens: { type: 'array', minItems: 1, items: token } }),
      description: 'where the token stands in a request; all of them must be there',
    },
    jws: { ...signature, description: 'how the token must be signed' },
  }),
  description: 'let only requests with a valid JWT pass: 401 without one, 403 with an invalid one',
} as const satisfies ObjectSchema;
