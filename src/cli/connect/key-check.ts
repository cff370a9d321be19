import type { Client } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import { apiKeys } from '../../contract/resources/api-keys.ts';
import { keyIdOf } from '../settings/keys-file.ts';

/** What is known of a key, without the key. */
export interface KeyFacts {
  /** Undefined where the token does not have the form that shows it. */
  readonly id: string | undefined;
  readonly ownerId?: string;
}

/** Makes one cheap request with the key. Throws what the client throws when the service does not take it. */
export async function checkKey(client: Client, token: string): Promise<KeyFacts> {
  const id = keyIdOf(token);
  try {
    if (id === undefined) {
      await client.send(apiKeys.operations.list, { limit: 1 });
      return { id };
    }
    const { owner_id: ownerId } = await client.send(apiKeys.operations.get, { id });
    return { id, ownerId };
  } catch (error) {
    // Who may not see keys is known all the same.
    const isKnown = error instanceof ApiError && (error.status === 403 || error.code === 'ERR_NOT_FOUND');
    if (isKnown) return { id };
    throw error;
  }
}
