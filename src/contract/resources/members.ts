import { bodySchema, type ObjectSchema, recordSchema } from '../schema/schema.ts';

// Members that several resources share (contract/README.md "Limits").

export const id = { type: 'string', description: 'unique identifier' } as const satisfies ObjectSchema;

export const uri = {
  type: 'string',
  format: 'uri',
  description: 'URL of the resource',
} as const satisfies ObjectSchema;

export const createdAt = {
  type: 'string',
  format: 'date-time',
  description: 'when it was created',
} as const satisfies ObjectSchema;

export const updatedAt = {
  type: 'string',
  format: 'date-time',
  description: 'when it was last changed',
} as const satisfies ObjectSchema;

export const description = {
  type: 'string',
  'x-max-bytes': 255,
  'x-identifies': true,
  description: 'what it is for, in words for people; at most 255 bytes',
} as const satisfies ObjectSchema;

export const metadata = {
  type: 'string',
  'x-max-bytes': 4096,
  'x-document': true,
  description: 'arbitrary data of yours, often JSON; at most 4096 bytes',
} as const satisfies ObjectSchema;

/** What most records begin with. */
export const identity = { id, uri, created_at: createdAt } as const;

/** What people say about a record. */
export const words = { description, metadata } as const;

export const ownerId = {
  type: 'string',
  'x-refers-to': 'users',
  description: 'user or bot that owns it; yourself by default, another one only for admins',
} as const satisfies ObjectSchema;

/** A reference to another resource (contract/README.md "Conventions"). */
export const ref = {
  ...recordSchema('Ref', { id, uri }),
  description: 'reference to another resource',
} as const satisfies ObjectSchema;

/** A reference to the user or bot that a record belongs to. */
export function principal<const D extends string>(description: D) {
  return { ...ref, 'x-refers-to': 'users', description } as const satisfies ObjectSchema;
}

/** A change of nothing but the words about a record. */
export const updateDescription = bodySchema([], words);

/** Of a module of an edge (contract/README.md "Edge modules"). */
export const enabled = {
  type: 'boolean',
  default: true,
  description: 'whether the module is applied',
} as const satisfies ObjectSchema;
