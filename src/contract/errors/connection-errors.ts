import type { ErrorDefinition } from './error-definition.ts';

/**
 * Errors about how a request arrived: answered before any operation looks at it, and with nothing stored. Where a
 * gateway stands in front of a service, the gateway answers them.
 */
export const connectionErrors = {
  ERR_MALFORMED_REQUEST: {
    status: 400,
    meaning: 'the request is not HTTP that the service can read',
    remedy:
      'send one HTTP/1.1 request with one Host header, and check the scheme (http or https) of the base URL',
    retry: false,
  },
  ERR_CROSS_ORIGIN: {
    status: 403,
    meaning: 'a web page of another origin sent the request',
    remedy: 'call the API from a program, not from a web page; pages of other origins are never let in',
    retry: false,
  },
  ERR_REQUEST_TIMEOUT: {
    status: 408,
    meaning: 'the request did not arrive as a whole in time',
    remedy: 'send it faster; serve --header-timeout and --request-timeout allow more time',
    retry: true,
  },
  ERR_WRONG_HOST: {
    status: 421,
    meaning: 'the request is for a host that the service does not answer for',
    remedy: 'use the URL that serve printed, or start it with --allowed-host and the name',
    retry: false,
  },
  ERR_HEADERS_TOO_LARGE: {
    status: 431,
    meaning: 'the headers of the request are too long or too many',
    remedy: 'send fewer; serve --max-header-size and --max-header-count allow more',
    retry: false,
  },
  ERR_TOO_MANY_CONNECTIONS: {
    status: 503,
    meaning: 'too many requests are under way on other connections; nothing was stored',
    remedy: 'try again after the seconds in the Retry-After header; serve --max-connections allows more',
    retry: true,
  },
} as const satisfies Record<string, ErrorDefinition>;
