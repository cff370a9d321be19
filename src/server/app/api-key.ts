import { hashSecret } from '../../account/resources/api-keys.ts';

/** An API key as its token names it; whether there is such a key is another question. */
export interface ApiKey {
  readonly id: string;
  /** As it is stored, so that the token itself is nowhere kept. */
  readonly secretHash: string;
}

/** Why an Authorization header holds no API key, by the error's code. */
export type ApiKeyProblem = 'ERR_MISSING_API_KEY' | 'ERR_MALFORMED_API_KEY' | 'ERR_API_KEY_ID_AS_TOKEN';

/** Reads an Authorization header (contract/README.md "API key"). */
export function readApiKey(header: string | undefined): ApiKey | ApiKeyProblem {
  if (header === undefined) return 'ERR_MISSING_API_KEY';
  const token = /^bearer +(\S+)$/i.exec(header.trim())?.[1] ?? '';
  if (/^ak_[0-9A-Za-z]{27}$/.test(token)) return 'ERR_API_KEY_ID_AS_TOKEN';
  const [, id, secret] = /^([0-9A-Za-z]{27})_([0-9A-Za-z]{20,100})$/.exec(token) ?? [];
  if (id === undefined || secret === undefined) return 'ERR_MALFORMED_API_KEY';
  return { id: `ak_${id}`, secretHash: hashSecret(secret) };
}
