import { resources } from '../../contract/index.ts';
import { description } from '../../contract/resources/members.ts';
import type { FromSchema, ObjectSchema } from '../../contract/schema/schema.ts';
import { createdAt, idSchema } from './schema-members.ts';

// SSH certificate authorities and what they sign.

export const authoritySeed = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: idSchema('sshca'),
    created_at: createdAt,
    description,
    private_key: {
      type: 'string',
      minLength: 1,
      'x-max-bytes': 16_384,
      'x-secret': true,
      'x-file': 'id_ed25519',
      description: 'its private key, PEM or as ssh-keygen writes it, not encrypted; a new one when not given',
    },
    kind: {
      type: 'string',
      enum: ['ed25519', 'ecdsa', 'rsa'],
      description: 'kind of the key that is made when private_key is not given; ed25519 by default',
    },
  },
  description: 'an SSH certificate authority',
} as const satisfies ObjectSchema;

const validAfter = {
  type: 'string',
  format: 'date-time',
  description: 'start of the validity; when the seed is applied by default',
} as const satisfies ObjectSchema;

const issued = {
  type: 'string',
  minLength: 1,
  'x-max-bytes': 65_536,
  description: 'the certificate as it was signed before, one line; a new one is signed when not given',
} as const satisfies ObjectSchema;

export const sshUserCertificateSeed = {
  ...resources.sshUserCertificates.operations.create.body,
  properties: {
    ...resources.sshUserCertificates.operations.create.body.properties,
    id: idSchema('sucrt'),
    created_at: createdAt,
    valid_after: validAfter,
    certificate: issued,
  },
  description: 'an SSH certificate for a user',
} as const satisfies ObjectSchema;

export const sshHostCertificateSeed = {
  ...resources.sshHostCertificates.operations.create.body,
  properties: {
    ...resources.sshHostCertificates.operations.create.body.properties,
    id: idSchema('shcrt'),
    created_at: createdAt,
    valid_after: validAfter,
    certificate: issued,
  },
  description: 'an SSH certificate for a server',
} as const satisfies ObjectSchema;

export type AuthoritySeed = FromSchema<typeof authoritySeed>;
export type SshUserCertificateSeed = FromSchema<typeof sshUserCertificateSeed>;
export type SshHostCertificateSeed = FromSchema<typeof sshHostCertificateSeed>;
