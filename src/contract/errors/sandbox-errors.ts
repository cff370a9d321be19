import type { ErrorDefinition } from './errors.ts';

/** Errors of what the sandbox offers beside the API, below `/sandbox/v1`. */
export const sandboxErrors = {
  ERR_ADMIN_REQUIRED: {
    status: 403,
    meaning: 'the owner of the API key is not an admin of the account',
    remedy: 'use the API key that serve printed, or another one whose owner is an admin',
    retry: false,
  },
} as const satisfies Record<string, ErrorDefinition>;
