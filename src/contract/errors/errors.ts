import { connectionErrors } from './connection-errors.ts';
import type { ErrorDefinition } from './error-definition.ts';
import { operationErrors } from './operation-errors.ts';

/** Errors that any operation can answer (contract/README.md "Errors"). */
export const commonErrors = {
  ...connectionErrors,
  ERR_MISSING_VERSION: {
    status: 400,
    meaning: 'the request has no Service-Version header',
    remedy: 'send Service-Version: 2',
    retry: false,
  },
  ERR_UNKNOWN_VERSION: {
    status: 400,
    meaning: 'the Service-Version header names a version that does not exist',
    remedy: 'send Service-Version: 2',
    retry: false,
  },
  ERR_INVALID_JSON: {
    status: 400,
    meaning: 'the body is not a JSON object that the service can read',
    remedy: 'send one JSON object in UTF-8, nested at most 32 deep',
    retry: false,
  },
  ERR_UNKNOWN_FIELD: {
    status: 400,
    meaning: 'the body has a member that the operation does not know',
    remedy: 'leave the member out; the message names the supported ones',
    retry: false,
  },
  ERR_MISSING_FIELD: {
    status: 400,
    meaning: 'the body lacks a member that the operation needs',
    remedy: 'send the member that the message names',
    retry: false,
  },
  ERR_INVALID_FIELD: {
    status: 400,
    meaning: 'a member of the body has a value that the operation does not take',
    remedy: 'correct the member that details.field names',
    retry: false,
  },
  ERR_INVALID_QUERY: {
    status: 400,
    meaning: 'a query parameter is unknown, repeated or has a value that is not taken',
    remedy: 'correct or leave out the parameter that details.field names',
    retry: false,
  },
  ERR_MISSING_API_KEY: {
    status: 401,
    meaning: 'the request has no Authorization header',
    remedy: 'send Authorization: Bearer <API key token>',
    retry: false,
  },
  ERR_MALFORMED_API_KEY: {
    status: 401,
    meaning: 'the Authorization header does not hold a bearer token of an API key',
    remedy: 'send Authorization: Bearer <token>, the token as it was shown when the key was created',
    retry: false,
  },
  ERR_API_KEY_ID_AS_TOKEN: {
    status: 401,
    meaning: "the Authorization header holds an API key's id, not its token",
    remedy:
      'send the token, which only the answer to the creation of the key shows; create another key if it is lost',
    retry: false,
  },
  ERR_UNKNOWN_API_KEY: {
    status: 401,
    meaning: 'no API key has this token',
    remedy: 'check that the token is whole and belongs to the account behind this base URL',
    retry: false,
  },
  ERR_DELETED_API_KEY: {
    status: 401,
    meaning: 'the API key was deleted',
    remedy: 'use another API key',
    retry: false,
  },
  ERR_UNKNOWN_PATH: {
    status: 404,
    meaning: 'the API has no such path',
    remedy: 'compare the path and the base URL with the API reference',
    retry: false,
  },
  ERR_NOT_FOUND: {
    status: 404,
    meaning: 'the account has no object of this kind with this id',
    remedy: 'list the collection to see which there are',
    retry: false,
  },
  ERR_METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'the path does not offer this method',
    remedy: 'use one of the methods in the Allow header',
    retry: false,
  },
  ERR_BODY_TOO_LARGE: {
    status: 413,
    meaning: 'the body is larger than 1 MiB',
    remedy: 'send less',
    retry: false,
  },
  ERR_UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'the body is not declared as JSON',
    remedy: 'send Content-Type: application/json',
    retry: false,
  },
  ERR_RATE_LIMITED: {
    status: 429,
    meaning: 'too many requests in a short time',
    remedy: 'wait for the seconds in the Retry-After header',
    retry: true,
  },
  ERR_INTERNAL: {
    status: 500,
    meaning: 'the service failed; nothing was stored',
    remedy: 'report it with details.operation_id',
    retry: true,
  },
  ERR_UNAVAILABLE: {
    status: 503,
    meaning: 'the service cannot store or read at the moment; nothing was stored',
    remedy: 'try again after the seconds in the Retry-After header',
    retry: true,
  },
} as const satisfies Record<string, ErrorDefinition>;

/** Every error of the API by its code. */
export const errors = { ...commonErrors, ...operationErrors };

export type ErrorCode = keyof typeof errors;
