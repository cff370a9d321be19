import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncNames } from '../../files/directories.ts';
import { draftOf, removeLeftDrafts } from '../../files/leftovers.ts';

/** Seals secrets before they are stored, so that the data file alone does not give them away. */
export interface Vault {
  seal(secret: string): string;
  /** @throws Error when the text was sealed with another key */
  open(sealed: string): string;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
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
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const text = bytes.subarray(nonceBytes + tagBytes);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch {
        throw new Error(
          'a stored secret was sealed with another key: the key file does not belong to this data file',
        );
      }
    },
  };
}

/**
 * The vault whose key stands in the file; a missing file is made, readable by its owner only.
 * @throws Error naming the file when it does not hold a key
 */
export function openVault(file: string): Vault {
  if (!existsSync(file)) createKeyFile(file);
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (key.length !== keyBytes) {
    throw new Error(`${file} does not hold the key of the data beside it; restore it from a backup`);
  }
  return createVault(key);
}

function createKeyFile(file: string): void {
  removeLeftDrafts(dirname(file));
  const draft = draftOf(file);
  const descriptor = openSync(draft, 'wx', 0o600);
  writeSync(descriptor, `${randomBytes(keyBytes).toString('base64')}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    // A link appears whole or not at all, and never replaces a key that another process made meanwhile.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  syncNames(dirname(file));
}
