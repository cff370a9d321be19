import type { ObjectSchema } from '../schema/schema.ts';

// What credentials and both kinds of certificates share (contract/README.md "SSH public keys" and
// "SSH certificates").

export const publicKey = {
  type: 'string',
  format: 'ssh-public-key',
  'x-max-bytes': 16_384,
  'x-file': 'id_ed25519.pub',
  'x-document': true,
  'x-identifies': true,
  description: 'the public key to certify: one line as in id_ed25519.pub, or PEM',
} as const satisfies ObjectSchema;

export const authorityId = {
  type: 'string',
  'x-refers-to': 'ssh_certificate_authorities',
  description: 'id of the SSH certificate authority that signs',
} as const satisfies ObjectSchema;

export const keyType = {
  type: 'string',
  enum: ['rsa', 'ecdsa', 'ed25519'],
  description: 'kind of the public key',
} as const satisfies ObjectSchema;

export const principals = {
  type: 'array',
  maxItems: 256,
  items: { type: 'string', format: 'ssh-principal', 'x-max-bytes': 255 },
} as const satisfies ObjectSchema;

export const validAfter = {
  type: 'string',
  format: 'date-time',
  description: 'start of the validity; now by default',
} as const satisfies ObjectSchema;

/** The end of a validity, where it is given. */
export const validFor = { length: 'valid_for', from: 'valid_after' } as const;

export const certificate = {
  type: 'string',
  'x-document': true,
  description: 'the signed certificate, one line to keep as id_ed25519-cert.pub',
} as const satisfies ObjectSchema;
