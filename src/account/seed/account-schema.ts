import { resources } from '../../contract/index.ts';
import type { FromSchema, ObjectSchema } from '../../contract/schema/schema.ts';
import { createdAt, idSchema, ownerId, secretHash, word, words } from './schema-members.ts';

// The account, who acts in it, and what they identify themselves by.

const pem = { type: 'string', minLength: 1, 'x-max-bytes': 16_384 } as const satisfies ObjectSchema;

export const accountSeed = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: { ...idSchema('ac'), description: 'id of the account; taken by an account that was not used yet' },
    admin_id: {
      type: 'string',
      description:
        'the admin among the users of the seed that an account which was not used yet gets in place of the one ' +
        'made with it; SSH authorities of the seed then replace the one made with it, too',
    },
    may_report_abuse: { type: 'boolean', description: 'whether the account may file abuse reports' },
    served: {
      type: 'boolean',
      description: 'whether serve has shown an API key at its first start; if not, it makes one at its next',
    },
    applied_seeds: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'applied_at'],
        properties: {
          name: {
            ...word,
            pattern: '^[0-9a-z]+$',
            description: 'demo, or the SHA-256 of a file in hexadecimal',
          },
          applied_at: {
            type: 'string',
            format: 'date-time',
            description: 'when it was put into the account',
          },
        },
        description: 'a seed',
      },
      description: 'seeds that are in the account already, so that they are not put into it another time',
    },
    client_authority: {
      type: 'object',
      additionalProperties: false,
      required: ['certificate', 'private_key'],
      properties: {
        certificate: { ...pem, description: 'its certificate, PEM' },
        private_key: { ...pem, 'x-secret': true, description: 'its private key, PEM' },
      },
      description:
        "the authority that signs operators' client certificates; made when it is needed if not given",
    },
  },
  description: 'the account itself',
} as const satisfies ObjectSchema;

const principalMembers = {
  created_at: createdAt,
  name: { ...word, description: 'name for people' },
  admin: { type: 'boolean', default: false, description: 'whether it may act for others' },
} as const satisfies Record<string, ObjectSchema>;

export const userSeed = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { id: idSchema('usr'), ...principalMembers },
  description: 'a person',
} as const satisfies ObjectSchema;

export const botSeed = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { id: idSchema('bot'), ...principalMembers },
  description: 'a machine that acts in its own name',
} as const satisfies ObjectSchema;

export const apiKeySeed = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: idSchema('ak'),
    created_at: createdAt,
    ...words,
    owner_id: ownerId,
    token: {
      type: 'string',
      pattern: '^[0-9A-Za-z]{27}_[0-9A-Za-z]{20,100}$',
      'x-secret': true,
      description:
        'the bearer token: the id without its prefix, "_" and 20 to 100 letters and digits; ' +
        'one that nobody knows when not given',
    },
    secret_hash: { ...secretHash, description: `in place of token: the ${secretHash.description}` },
  },
  description: 'a key that authenticates calls to the API',
} as const satisfies ObjectSchema;

export const deletedApiKeySeed = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: { id: { ...idSchema('ak'), description: 'the id that it had' }, secret_hash: secretHash },
  description: 'an API key that was deleted; whoever uses it is told so',
} as const satisfies ObjectSchema;

const { create: createSshCredential } = resources.sshCredentials.operations;

export const credentialSeed = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: idSchema('cr'),
    created_at: createdAt,
    ...words,
    acl: createSshCredential.body.properties.acl,
    owner_id: ownerId,
  },
  description: 'a tunnel credential, which agents authenticate with',
} as const satisfies ObjectSchema;

export const sshCredentialSeed = {
  type: 'object',
  additionalProperties: false,
  required: ['public_key'],
  properties: {
    ...createSshCredential.body.properties,
    id: idSchema('sshcr'),
    created_at: createdAt,
    owner_id: ownerId,
  },
  description: 'a public key that may start tunnels through the SSH gateway',
} as const satisfies ObjectSchema;

export type AccountSeed = FromSchema<typeof accountSeed>;
export type UserSeed = FromSchema<typeof userSeed>;
export type BotSeed = FromSchema<typeof botSeed>;
export type ApiKeySeed = FromSchema<typeof apiKeySeed>;
export type DeletedApiKeySeed = FromSchema<typeof deletedApiKeySeed>;
export type CredentialSeed = FromSchema<typeof credentialSeed>;
export type SshCredentialSeed = FromSchema<typeof sshCredentialSeed>;
