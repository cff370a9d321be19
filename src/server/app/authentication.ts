import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../account/records/operation-context.ts';
import { RequestError } from '../../account/records/request-error.ts';
import { apiKeyCollection, deletedKeyHash } from '../../account/resources/api-keys.ts';
import type { Reader } from '../../store/store.ts';
import type { ApiKey, ApiKeyProblem, RequestContext } from './request-context.ts';

/** Where callers are looked up. */
export interface AuthenticationOptions {
  readonly store: Reader;
  /** Acts for this principal, whatever the Authorization header: for callers in the same process. */
  readonly trustedCallerId?: string;
}

const challenge = { headers: { 'www-authenticate': 'Bearer' } };

/**
 * Finds out who sends the request, and notes it in the context (contract/README.md "API key").
 * @throws RequestError 401, with a code of its own for each way to be wrong
 */
export async function authenticate(
  context: RequestContext,
  { store, trustedCallerId }: AuthenticationOptions,
): Promise<Caller> {
  const caller =
    trustedCallerId === undefined
      ? await ownerOfKey(store, context.apiKey)
      : { principalId: trustedCallerId };
  context.caller = caller;
  return caller;
}

async function ownerOfKey(reader: Reader, key: ApiKey | ApiKeyProblem): Promise<Caller> {
  if (typeof key === 'string') throw refusal(key);
  const { id, secretHash } = key;
  const row = await apiKeyCollection.read(reader, id);
  if (row) {
    if (isSame(secretHash, row.hidden.secretHash)) return { principalId: row.record.owner_id, keyId: id };
  } else {
    const deletedHash = await deletedKeyHash(reader, id);
    if (deletedHash !== undefined && isSame(secretHash, deletedHash)) throw refusal('ERR_DELETED_API_KEY');
  }
  throw refusal('ERR_UNKNOWN_API_KEY');
}

function refusal(code: ApiKeyProblem | 'ERR_UNKNOWN_API_KEY' | 'ERR_DELETED_API_KEY'): RequestError {
  return new RequestError(code, undefined, challenge);
}

function isSame(hash: string, stored: string): boolean {
  const [a, b] = [Buffer.from(hash), Buffer.from(stored)];
  return a.length === b.length && timingSafeEqual(a, b);
}
