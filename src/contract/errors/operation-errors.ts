import type { ErrorDefinition } from './error-definition.ts';

/** Errors that only the operations which name them can answer (contract/README.md "Errors"). */
export const operationErrors = {
  ERR_OWNER_NOT_PERMITTED: {
    status: 403,
    meaning: 'only an admin may set an owner other than themselves',
    remedy: "leave owner_id out, or use an admin's API key",
    retry: false,
  },
  ERR_ABUSE_REPORTS_NOT_PERMITTED: {
    status: 403,
    meaning: 'the account is not authorized to file abuse reports',
    remedy: 'ask the operator of the service to authorize the account',
    retry: false,
  },
  ERR_SELECTORS_TOO_SLOW: {
    status: 409,
    meaning: "the operator's endpoint_selectors take too long on the endpoints of the account",
    remedy: 'make the selectors simpler, or ask for a smaller page with limit',
    retry: false,
  },
  ERR_MODULE_NOT_SET: {
    status: 404,
    meaning: 'the module is not set on this edge or route',
    remedy: 'set it with a replace first',
    retry: false,
  },
  ERR_ENDPOINT_URL_TAKEN: {
    status: 409,
    meaning: 'another endpoint serves this URL, and the two do not both allow pooling',
    remedy: 'choose another URL, or set pooling_enabled on both endpoints',
    retry: false,
  },
  ERR_ENDPOINT_NOT_CLOUD: {
    status: 409,
    meaning: 'the endpoint is not a cloud endpoint, so the API cannot change or delete it',
    remedy: 'change the agent or the edge that serves it',
    retry: false,
  },
  ERR_SSH_PUBLIC_KEY_TAKEN: {
    status: 409,
    meaning: 'another SSH credential holds this public key',
    remedy: 'use another key pair, or delete the other credential first',
    retry: false,
  },
  ERR_EVENT_SOURCE_EXISTS: {
    status: 409,
    meaning: 'the event subscription has a source of this type already',
    remedy: 'nothing: events of this type already trigger the subscription',
    retry: false,
  },
  ERR_DESTINATION_IN_USE: {
    status: 409,
    meaning: 'an event subscription still sends to this destination',
    remedy: 'remove the destination from the subscriptions that the message names',
    retry: false,
  },
  ERR_RESTART_UNSUPPORTED: {
    status: 409,
    meaning: 'an agent on Windows cannot restart itself',
    remedy: 'restart the agent on its machine',
    retry: false,
  },
  ERR_SESSION_OVER_SSH: {
    status: 409,
    meaning: 'the session was started by an SSH client, which can only be stopped',
    remedy: 'stop the session, and start it again from the client',
    retry: false,
  },
  ERR_NO_UPDATE_AVAILABLE: {
    status: 409,
    meaning: 'no newer version is available within the major version that the agent runs',
    remedy: 'nothing: the agent is up to date; a new major version is installed by hand',
    retry: false,
  },
  ERR_UPDATE_CHECKS_DISABLED: {
    status: 409,
    meaning: "the agent's configuration disables update checks",
    remedy: "allow update checks in the agent's configuration, or update the agent on its machine",
    retry: false,
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
    retry: false,
  },
} as const satisfies Record<string, ErrorDefinition>;
