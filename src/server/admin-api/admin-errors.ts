import { type ErrorDefinition, errors } from '../../contract/errors/errors.ts';

/** Errors of what a service of ours offers beside the API, below `/sandbox/v1`. */
export const adminErrors = {
  ERR_ADMIN_REQUIRED: {
    status: 403,
    meaning: 'the owner of the API key is not an admin of the account',
    remedy: 'use the API key that serve printed, or another one whose owner is an admin',
  },
} as const satisfies Record<string, ErrorDefinition>;

/** Every error that a service of ours can answer, by its code. */
export const serviceErrors = { ...errors, ...adminErrors };
