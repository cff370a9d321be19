import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Seals secrets before they are stored, so that the data file alone does not give them away. */
export interface Vault {
  seal(secret: string): string;
  /** @throws WrongKeyError when the text was sealed with another key */
  open(sealed: string): string;
}

/** A text was sealed with another key. */
export class WrongKeyError extends Error {}

const algorithm = 'aes-256-gcm';
/** Of a vault's key. */
export const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** A vault over a 256-bit key: AES-256-GCM, nonce and tag stored beside the text, in base64. */
export function createVault(key: Uint8Array): Vault {
  return {
    seal(secret) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce);
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes));
        decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        const text = bytes.subarray(nonceBytes + tagBytes);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch {
        throw new WrongKeyError(
          'a stored secret was sealed with another key: the key file does not belong to this data file',
        );
      }
    },
  };
}
