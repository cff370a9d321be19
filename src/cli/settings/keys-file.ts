import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { apiKeys } from '../../contract/resources/api-keys.ts';
import { readBounded } from '../../files/read-file.ts';
import { CliError } from '../errors/cli-error.ts';
import { longest } from '../input/longest.ts';
import { shellWord } from '../words/shell-word.ts';
import { damaged, parseJsonFile, readIfThere } from './settings-file.ts';

/** A key as it is kept: with the origin that it was given for, the only one that ever gets it. */
export interface StoredKey {
  readonly key: string;
  /** Scheme, host and port: `https://api.example.com`. */
  readonly origin: string;
}

/** The keys by profile. */
export type StoredKeys = Readonly<Record<string, StoredKey>>;

export const keysSchema = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    required: ['key', 'origin'],
    properties: { key: { type: 'string' }, origin: { type: 'string' } },
  },
} as const;

export function keysFile(directory: string): string {
  return join(directory, 'keys.json');
}

/**
 * Reads the stored keys; without a file there are none. As ssh does with private keys, it refuses a file that others
 * may read or write. Throws a CliError that never repeats what the file holds.
 */
export function readKeysFile(directory: string | undefined): StoredKeys {
  if (directory === undefined) return {};
  const file = keysFile(directory);
  const text = readPrivateFile(file);
  if (text === undefined) return {};
  const keys = parseJsonFile(file, text);
  if (!Object.values(keys).every(isStoredKey)) throw damaged(file, 'it does not hold a key for each profile');
  return keys as unknown as StoredKeys;
}

/** The profiles whose stored key has this id. Throws as `readKeysFile` does. */
export function profilesWithKey(directory: string | undefined, id: string): string[] {
  const keys = Object.entries(readKeysFile(directory));
  return keys.filter(([, { key }]) => keyIdOf(key) === id).map(([profile]) => profile);
}

/**
 * The id of the key that a token is of: a token starts with it, without its prefix (contract/README.md "API key").
 * Undefined for anything else: a part of a secret is still a secret.
 */
export function keyIdOf(token: string): string | undefined {
  const [, idPart] = /^([0-9A-Za-z]{27})_[0-9A-Za-z]{20,}$/.exec(token) ?? [];
  return idPart === undefined ? undefined : `${apiKeys.idPrefix}_${idPart}`;
}

function isStoredKey(value: unknown): boolean {
  const { key, origin } = (value ?? {}) as Partial<StoredKey>;
  return typeof key === 'string' && typeof origin === 'string';
}

function readPrivateFile(file: string): string | undefined {
  const descriptor = readIfThere(file, 'keys file', () => openSync(file, 'r'));
  if (descriptor === undefined) return undefined;
  try {
    refuseExposed(file, fstatSync(descriptor).mode & 0o777);
    return readIfThere(file, 'keys file', () => readBounded(descriptor, longest.ownFile))?.toString() ?? '';
  } finally {
    closeSync(descriptor);
  }
}

function refuseExposed(file: string, mode: number): void {
  // Windows has no such bits; there the user's profile directory protects the file.
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  const repair = `chmod 600 ${shellWord(file)}`;
  throw new CliError(
    'KEYS_EXPOSED',
    `the keys file ${file} is open to other users (mode ${mode.toString(8).padStart(4, '0')}), so it is not used`,
    { hint: `run ${repair}; if others may have read the keys, replace them`, next: [repair] },
  );
}
