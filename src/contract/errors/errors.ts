/** What a code means. Codes are stable: scripts branch on them. */
export interface ErrorDefinition {
  readonly status: number;
  /** What happened, as a sentence without a full stop. */
  readonly meaning: string;
  /** What the caller can do about it. */
  readonly remedy: string;
  /** Whether the same request can succeed later without anybody changing it; false by default. */
  readonly retry?: boolean;
}

/** Errors that any operation can answer (contract/README.md "Errors"). */
export const commonErrors = {
  // How a request arrived: answered before any operation looks at it, and with nothing stored. Where a gateway
  // stands in front of a service, the gateway answers these.
  ERR_MALFORMED_REQUEST: {
    status: 400,
    meaning: 'the request is not HTTP that the service can read',
    remedy:
      'send one HTTP/1.1 request with one Host header, and check the scheme (http or https) of the base URL',
  },
  ERR_CROSS_ORIGIN: {
    status: 403,
    meaning: 'a web page of another origin sent the request',
    remedy: 'call the API from a program, not from a web page; pages of other origins are never let in',
  },
  ERR_REQUEST_TIMEOUT: {
    status: 408,
    meaning: 'the request did not arrive as a whole in time',
    remedy: 'send it faster; serve --header-timeout and --request-timeout allow more time',
    retry: true,
  },
  ERR_EXPECTATION_FAILED: {
    status: 417,
    meaning: 'the Expect header asks for something other than 100-continue',
    remedy: 'leave the header out, or send Expect: 100-continue',
  },
  ERR_WRONG_HOST: {
    status: 421,
    meaning: 'the request is for a host that the service does not answer for',
    remedy: 'use the URL that serve printed, or start it with --allowed-host and the name',
  },
  ERR_HEADERS_TOO_LARGE: {
    status: 431,
    meaning: 'the headers of the request are too long or too many',
    remedy: 'send fewer; serve --max-header-size and --max-header-count allow more',
  },
  ERR_UNSUPPORTED_TRANSFER_CODING: {
    status: 501,
    meaning: 'the request has a Transfer-Encoding other than chunked',
    remedy: 'send the body as it is, by Content-Length or in chunks',
  },
  ERR_TOO_MANY_CONNECTIONS: {
    status: 503,
    meaning: 'too many requests are under way on other connections; nothing was stored',
    remedy: 'try again after the seconds in the Retry-After header; serve --max-connections allows more',
    retry: true,
  },
  // What a request says.
  ERR_MISSING_VERSION: {
    status: 400,
    meaning: 'the request has no Service-Version header',
    remedy: 'send Service-Version: 2',
  },
  ERR_UNKNOWN_VERSION: {
    status: 400,
    meaning: 'the Service-Version header names a version that does not exist',
    remedy: 'send Service-Version: 2',
  },
  ERR_INVALID_JSON: {
    status: 400,
    meaning: 'the body is not a JSON object that the service can read',
    remedy: 'send one JSON object in UTF-8, nested at most 32 deep',
  },
  ERR_UNKNOWN_FIELD: {
    status: 400,
    meaning: 'the body has a member that the operation does not know',
    remedy: 'leave the member out; the message names the supported ones',
  },
  ERR_MISSING_FIELD: {
    status: 400,
    meaning: 'the body lacks a member that the operation needs',
    remedy: 'send the member that the message names',
  },
  ERR_INVALID_FIELD: {
    status: 400,
    meaning: 'a member of the body has a value that the operation does not accept',
    remedy: 'correct the member that details.field names',
  },
  ERR_INVALID_QUERY: {
    status: 400,
    meaning: 'a query parameter is unknown, repeated or has a value that is not accepted',
    remedy: 'correct or leave out the parameter that details.field names',
  },
  ERR_MISSING_API_KEY: {
    status: 401,
    meaning: 'the request has no Authorization header',
    remedy: 'send Authorization: Bearer <API key token>',
  },
  ERR_MALFORMED_API_KEY: {
    status: 401,
    meaning: 'the Authorization header does not hold a bearer token of an API key',
    remedy: 'send Authorization: Bearer <token>, the token as it was shown when the key was created',
  },
  ERR_API_KEY_ID_AS_TOKEN: {
    status: 401,
    meaning: "the Authorization header holds an API key's id, not its token",
    remedy:
      'send the token, which only the answer to the creation of the key shows; create another key if it is lost',
  },
  ERR_UNKNOWN_API_KEY: {
    status: 401,
    meaning: 'no API key has this token',
    remedy: 'check that the token is whole and belongs to the account behind this base URL',
  },
  ERR_DELETED_API_KEY: {
    status: 401,
    meaning: 'the API key was deleted',
    remedy: 'use another API key',
  },
  ERR_UNKNOWN_PATH: {
    status: 404,
    meaning: 'the API has no such path',
    remedy: 'compare the path and the base URL with the API reference',
  },
  ERR_NOT_FOUND: {
    status: 404,
    meaning: 'the account has no object of this kind with this id',
    remedy: 'list the collection to see which there are',
  },
  ERR_METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'the path does not offer this method',
    remedy: 'use one of the methods in the Allow header',
  },
  ERR_BODY_TOO_LARGE: {
    status: 413,
    meaning: 'the body is larger than 1 MiB',
    remedy: 'send less',
  },
  ERR_UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'the body is not declared as JSON, or is declared as encoded',
    remedy: 'send Content-Type: application/json, without Content-Encoding',
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
  ERR_DATA_FILE_UNUSABLE: {
    status: 503,
    meaning: 'the data file of the service is damaged, or no longer where it was; nothing was stored',
    remedy: 'do what the message says where the service runs; until then it refuses every request',
  },
} as const satisfies Record<string, ErrorDefinition>;

/** Errors that only the operations which name them can answer (contract/README.md "Errors"). */
const operationErrors = {
  ERR_OWNER_NOT_PERMITTED: {
    status: 403,
    meaning: 'only an admin may set an owner other than themselves',
    remedy: "leave owner_id out, or use an admin's API key",
  },
  ERR_NOT_OWNER: {
    status: 403,
    meaning: 'only its owner and admins may change or delete it',
    remedy: 'use an API key of its owner, whom the record names as owner_id, or of an admin',
  },
  ERR_ABUSE_REPORTS_NOT_PERMITTED: {
    status: 403,
    meaning: 'the account is not authorized to file abuse reports',
    remedy: 'ask the operator of the service to authorize the account',
  },
  ERR_SELECTORS_TOO_SLOW: {
    status: 409,
    meaning: "the operator's endpoint_selectors take too long on the endpoints of the account",
    remedy: 'make the selectors simpler, or ask for a smaller page with limit',
  },
  ERR_EXPRESSION_TOO_COSTLY: {
    status: 503,
    meaning:
      'an expression takes more steps than it has on what it is asked about, or is too deep to be evaluated',
    remedy: 'make the expression that the message names simpler; the same request fails again until then',
  },
  ERR_MODULE_NOT_SET: {
    status: 404,
    meaning: 'the module is not set on this edge or route',
    remedy: 'set it with a replace first',
  },
  ERR_ENDPOINT_URL_TAKEN: {
    status: 409,
    meaning: 'another endpoint serves this URL, and the two do not both allow pooling',
    remedy: 'choose another URL, or set pooling_enabled on both endpoints',
  },
  ERR_ENDPOINT_NOT_CLOUD: {
    status: 409,
    meaning: 'the endpoint is not a cloud endpoint, so the API cannot change or delete it',
    remedy: 'change the agent or the edge that serves it',
  },
  ERR_SSH_PUBLIC_KEY_TAKEN: {
    status: 409,
    meaning: 'another SSH credential holds this public key',
    remedy: 'use another key pair, or delete the other credential first',
  },
  ERR_EVENT_SOURCE_EXISTS: {
    status: 409,
    meaning: 'the event subscription has a source of this type already',
    remedy: 'nothing: events of this type already trigger the subscription',
  },
  ERR_DESTINATION_IN_USE: {
    status: 409,
    meaning: 'an event subscription still sends to this destination',
    remedy: 'remove the destination from the subscriptions that the message names',
  },
  ERR_RESTART_UNSUPPORTED: {
    status: 409,
    meaning: 'an agent on Windows cannot restart itself',
    remedy: 'restart the agent on its machine',
  },
  ERR_SESSION_OVER_SSH: {
    status: 409,
    meaning: 'the session was started by an SSH client, which can only be stopped',
    remedy: 'stop the session, and start it again from the client',
  },
  ERR_NO_UPDATE_AVAILABLE: {
    status: 409,
    meaning: 'no newer version is available within the major version that the agent runs',
    remedy: 'nothing: the agent is up to date; a new major version is installed by hand',
  },
  ERR_UPDATE_CHECKS_DISABLED: {
    status: 409,
    meaning: "the agent's configuration disables update checks",
    remedy: "allow update checks in the agent's configuration, or update the agent on its machine",
  },
  ERR_UPDATE_UNDER_WAY: {
    status: 409,
    meaning: 'the agent is updating at the moment',
    remedy: 'wait at least 10 seconds, then restart the agent to run the new version',
    retry: true,
  },
  ERR_UPDATED_NOT_RESTARTED: {
    status: 409,
    meaning: 'the agent has updated and was not restarted since',
    remedy: 'restart the agent to run the new version',
  },
} as const satisfies Record<string, ErrorDefinition>;

/** Every error of the API by its code. */
export const errors = { ...commonErrors, ...operationErrors };

export type ErrorCode = keyof typeof errors;
