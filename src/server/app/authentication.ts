import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../account/records/operation-context.ts';
import { RequestError } from '../../account/records/request-error.ts';
import { apiKeyCollection, deletedKeyHash, hashSecret } from '../../account/resources/api-keys.ts';
import type { HttpRequest } from '../../contract/http/message.ts';
import type { Reader } from '../../store/store.ts';

const challenge = { headers: { 'www-authenticate': 'Bearer' } };

type Refusal =
  | 'ERR_MISSING_API_KEY'
  | 'ERR_MALFORMED_API_KEY'
  | 'ERR_API_KEY_ID_AS_TOKEN'
  | 'ERR_UNKNOWN_API_KEY'
  | 'ERR_DELETED_API_KEY';

/**
 * Whose API key the request carries (contract/README.md "API key").
 * @throws RequestError 401, with a code of its own for each way to be wrong
 */
export async function authenticate(reader: Reader, request: HttpRequest): Promise<Caller> {
  const header = request.headers.authorization;
  if (header === undefined) throw refusal('ERR_MISSING_API_KEY');
  const token = /^bearer +(\S+)$/i.exec(header.trim())?.[1] ?? '';
  if (/^ak_[0-9A-Za-z]{27}$/.test(token)) throw refusal('ERR_API_KEY_ID_AS_TOKEN');
  const [, idPart, secret] = /^([0-9A-Za-z]{27})_([0-9A-Za-z]{20,100})$/.exec(token) ?? [];
  if (idPart === undefined || secret === undefined) throw refusal('ERR_MALFORMED_API_KEY');
  const id = `ak_${idPart}`;
  const hash = hashSecret(secret);
  const row = await apiKeyCollection.read(reader, id);
  if (row) {
    if (isSame(hash, row.hidden.secretHash)) return { principalId: row.record.owner_id, keyId: id };
  } else {
    const deletedHash = await deletedKeyHash(reader, id);
    if (deletedHash !== undefined && isSame(hash, deletedHash)) throw refusal('ERR_DELETED_API_KEY');
  }
  throw refusal('ERR_UNKNOWN_API_KEY');
}

function refusal(code: Refusal): RequestError {
  return new RequestError(code, undefined, challenge);
}

function isSame(hash: string, stored: string): boolean {
  const [a, b] = [Buffer.from(hash), Buffer.from(stored)];
  return a.length === b.length && timingSafeEqual(a, b);
}
