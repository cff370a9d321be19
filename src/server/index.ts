import type { Transport } from '../contract/message.ts';
import { listAuthorities, readAccount, readPrincipal } from './account.ts';
import { createApp } from './app.ts';
import { type DisturbanceOptions, prepareDisturbances } from './disturbance/disturbances.ts';
import { type FrontDoor, type FrontDoorOptions, prepareFrontDoor } from './front-door.ts';
import { Observation } from './observation/observation.ts';
import type { Observer } from './observation/observe.ts';
import { type OpenService, openService } from './open-service.ts';
import { apiKeyCollection, createApiKey } from './resources/api-keys.ts';
import { sandboxBaseUrl } from './sandbox-base-url.ts';
import { type ClockOptions, scaledClock } from './scaled-clock.ts';
import { applySeed, type SeedSource } from './seed/apply.ts';
import { markServed, wasServed } from './served.ts';

export * from './administration.ts';
export { type LogFormat, type LogLevel, requestLog } from './observation/request-log.ts';
export type { ServeOptionError } from './serve-option-error.ts';
export type { SocketLimits } from './socket-limits.ts';

/** The service in this process, for the owner of its data file: no key is asked for. */
export interface Sandbox {
  readonly transport: Transport;
  readonly baseUrl: string;
  close(): Promise<void>;
}

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

export interface ServeOptions extends FrontDoorOptions {
  readonly file: string;
  /** What to put into the account before serving, unless this file has it already. */
  readonly seed?: SeedSource;
  /** Make another admin API key although there is one. */
  readonly newKey?: boolean;
  /** What goes wrong on purpose. */
  readonly disturbances?: DisturbanceOptions;
  /** Another time than the real one. */
  readonly clock?: ClockOptions;
  /** Hear of each request that was answered. */
  readonly observers?: readonly Observer[];
}

/** The service behind a socket. */
export interface RunningService {
  readonly url: string;
  /** Present when a key was made; nothing shows its token again. */
  readonly apiKey?: { readonly id: string; readonly token: string };
  readonly authorities: readonly { readonly id: string; readonly publicKey: string }[];
  /** What whoever started it should know. */
  readonly warnings: readonly string[];
  /** Finishes the requests under way, then closes socket and file. */
  stop(): Promise<void>;
}

/**
 * Serves the API over HTTP.
 * @throws StoreFileError when the file cannot be used, SeedError when the seed cannot, ServeOptionError when it would
 *   open more than was asked for, the system's error when the address cannot be bound
 */
export async function serve(options: ServeOptions): Promise<RunningService> {
  const openFrontDoor = await prepareFrontDoor(options);
  const disturbances = prepareDisturbances(options.disturbances);
  const observation = new Observation(options.file, options.observers ?? []);
  const service = await openService(options.file, scaledClock(options.clock), observation.onCommit);
  observation.watch(service.store);
  let listener: FrontDoor | undefined;
  try {
    const seeded = options.seed && (await applySeed(service, options.seed));
    listener = await openFrontDoor(
      (baseUrl) =>
        disturbances.around(createApp({ ...service, baseUrl, observation, faults: disturbances.faults })),
      (app) => observation.around(app),
    );
    const { url, warnings, close } = listener;
    const apiKey = await makeAdminKey(service, options.newKey === true);
    const authorities = await listAuthorities(service.store);
    return {
      url,
      ...(apiKey && { apiKey }),
      authorities: authorities.map(({ id, publicKey }) => ({ id, publicKey })),
      warnings: [...(seeded?.warnings ?? []), ...warnings, ...disturbances.warnings],
      async stop() {
        observation.wakeup.close();
        disturbances.faults.close();
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

/**
 * A key for the admin when it is asked for, at the first start, and when the account has none at all. Keys that
 * a seed brings do not count at the first start: nobody may know their tokens.
 */
async function makeAdminKey(service: OpenService, isWanted: boolean) {
  return service.store.write(async (transaction) => {
    const [existing] = await transaction.list(apiKeyCollection.name, { limit: 1 });
    if ((await wasServed(transaction)) && existing && !isWanted) return undefined;
    // A seed may have brought another admin than the one that the service was opened with.
    const { adminId } = (await readAccount(transaction)) ?? service.account;
    const admin = await readPrincipal(transaction, adminId);
    const key = await createApiKey(transaction, service, {
      owner_id: adminId,
      description: `made by serve for ${admin?.name ?? 'the admin'}`,
    });
    await markServed(transaction);
    return { id: key.id, token: key.token };
  });
}
