import type { Transport } from '../contract/message.ts';
import { accountCollections, listAuthorities, readAccount, readPrincipal } from './account.ts';
import { createApp } from './app.ts';
import { type Listener, listen } from './http-listener.ts';
import { type OpenService, openService } from './open-service.ts';
import { apiKeyCollection, createApiKey } from './resources/api-keys.ts';
import { applySeed, type SeedSource } from './seed/apply.ts';

/** The service in this process, for the owner of its data file: no key is asked for. */
export interface Sandbox {
  readonly transport: Transport;
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** In process there is no socket; names under .localhost never leave the machine (RFC 6761). */
const sandboxBaseUrl = 'http://sandbox.localhost';

/**
 * Opens the service on a data file, made if it is missing. The caller acts as the account's admin.
 * @throws StoreFileError when the file cannot be used
 */
export async function openSandbox({ file }: { file: string }): Promise<Sandbox> {
  const service = await openService(file);
  const transport = createApp({
    ...service,
    baseUrl: sandboxBaseUrl,
    trustedCallerId: service.account.adminId,
  });
  return { transport, baseUrl: sandboxBaseUrl, close: service.close };
}

export interface ServeOptions {
  readonly file: string;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** What to put into the account before serving, unless this file has it already. */
  readonly seed?: SeedSource;
  /** Make another admin API key although there is one. */
  readonly newKey?: boolean;
  /** Told of every failure that is the service's own, with the operation id that the answer names. */
  readonly onFailure?: (operationId: string, error: unknown) => void;
}

/** The service behind a socket. */
export interface RunningService {
  readonly url: string;
  /** Present when a key was made; nothing shows its token again. */
  readonly apiKey?: { readonly id: string; readonly token: string };
  readonly authorities: readonly { readonly id: string; readonly publicKey: string }[];
  /** Finishes the requests under way, then closes socket and file. */
  stop(): Promise<void>;
}

/**
 * Serves the API over HTTP.
 * @throws StoreFileError when the file cannot be used, SeedError when the seed cannot, the system's error when
 *   the address cannot be bound
 */
export async function serve(options: ServeOptions): Promise<RunningService> {
  const service = await openService(options.file);
  let listener: Listener | undefined;
  try {
    if (options.seed) await applySeed(service, options.seed);
    const { onFailure } = options;
    listener = await listen(
      (baseUrl) => createApp({ ...service, baseUrl, ...(onFailure && { onFailure }) }),
      options,
    );
    const { url, close } = listener;
    const apiKey = await makeAdminKey(service, options.newKey === true);
    const authorities = await listAuthorities(service.store);
    return {
      url,
      ...(apiKey && { apiKey }),
      authorities: authorities.map(({ id, publicKey }) => ({ id, publicKey })),
      async stop() {
        await close();
        await service.close();
      },
    };
  } catch (error) {
    await listener?.close();
    await service.close();
    throw error;
  }
}

const servedKey = 'served';

/**
 * A key for the admin when it is asked for, at the first start, and when the account has none at all. Keys that
 * a seed brings do not count at the first start: nobody may know their tokens.
 */
async function makeAdminKey(service: OpenService, isWanted: boolean) {
  return service.store.write(async (transaction) => {
    const wasServed = await transaction.get(accountCollections.settings, servedKey);
    const [existing] = await transaction.list(apiKeyCollection.name, { limit: 1 });
    if (wasServed && existing && !isWanted) return undefined;
    // A seed may have brought another admin than the one that the service was opened with.
    const { adminId } = (await readAccount(transaction)) ?? service.account;
    const admin = await readPrincipal(transaction, adminId);
    const key = await createApiKey(transaction, service, {
      owner_id: adminId,
      description: `made by serve for ${admin?.name ?? 'the admin'}`,
    });
    await transaction.put(accountCollections.settings, servedKey, {});
    return { id: key.id, token: key.token };
  });
}
