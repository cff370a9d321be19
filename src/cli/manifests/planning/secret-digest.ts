// Whoever reads a file of ours must not find a secret by trying words: scrypt (RFC 7914), 4 MiB and some milliseconds a try.
const cost = { N: 4096, r: 8, p: 1 } as const;
const length = 32;

/** Most accounts have no secret that somebody must digest, and loading it takes as long as reading a hundred records. */
const crypto = () => process.getBuiltinModule('node:crypto');

/** What tells whether a text is the one that it was made of: `<salt>.<digest>`, both base64url. */
export function secretDigest(text: string): string {
  const { randomBytes, scryptSync } = crypto();
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${scryptSync(text, salt, length, cost).toString('base64url')}`;
}

/** Whether a digest is of this text; a digest that is none is of no text. */
export function isDigestOf(text: string, digest: string): boolean {
  const { scryptSync, timingSafeEqual } = crypto();
  const [salt = '', expected = ''] = digest.split('.');
  const known = Buffer.from(expected, 'base64url');
  if (known.length !== length) return false;
  return timingSafeEqual(scryptSync(text, Buffer.from(salt, 'base64url'), length, cost), known);
}
