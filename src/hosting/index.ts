import { markFirstServe, readAccount, readPrincipal, wasServedBefore } from '../account/records/account.ts';
import { apiKeyCollection, createApiKey } from '../account/resources/api-keys.ts';
import { listAuthorities } from '../account/resources/ssh-certificate-authorities.ts';
import { applySeed, type SeedSource } from '../account/seed/apply.ts';
import type { Transport } from '../contract/http/message.ts';
import { createApp } from '../server/app/app.ts';
import { type FaultOptions, prepareFaults } from '../server/faults/fault-injection.ts';
import { type ExposedListener, type ExposureOptions, prepareExposure } from '../server/http/exposure.ts';
import type { Observer } from '../server/telemetry/observe.ts';
import { Telemetry } from '../server/telemetry/telemetry.ts';
import { type OpenService, openService } from './open-service.ts';
import { type ClockOptions, scaledClock } from './scaled-clock.ts';

export type { ServeOptionError } from '../server/http/serve-option-error.ts';
export type { SocketLimits } from '../server/http/socket-limits.ts';
export { type LogFormat, type LogLevel, requestLog } from '../server/telemetry/request-log.ts';
export * from './account-file.ts';

/** The service in this process, for the owner of its data file: no key is asked for. */
export interface Sandbox {
  readonly transport: Transport;
  close(): Promise<void>;
}

/**
 * Opens the service on a data file, made if it is missing. The caller acts as the account's admin.
 * @throws StoreFileError when the file cannot be used
 */
export async function openSandbox({ file, baseUrl }: { file: string; baseUrl: string }): Promise<Sandbox> {
  const service = await openService(file);
  const transport = createApp({
    ...service,
    baseUrl,
    trustedCallerId: service.account.adminId,
  });
  return { transport, close: service.close };
}

export interface ServeOptions extends ExposureOptions {
  readonly file: string;
  /** What to put into the account before serving, unless this file has it already. */
  readonly seed?: SeedSource;
  /** Make another admin API key although there is one. */
  readonly newKey?: boolean;
  /** What goes wrong on purpose. */
  readonly faultInjection?: FaultOptions;
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
  const expose = await prepareExposure(options);
  const faultInjection = prepareFaults(options.faultInjection);
  const observation = new Telemetry(options.file, options.observers ?? []);
  const service = await openService(options.file, scaledClock(options.clock), observation.onCommit);
  observation.watch(service.store);
  let listener: ExposedListener | undefined;
  try {
    const seeded = options.seed && (await applySeed(service, options.seed));
    listener = await expose(
      (baseUrl) =>
        faultInjection.around(createApp({ ...service, baseUrl, observation, faults: faultInjection.faults })),
      (app) => observation.around(app),
    );
    const { url, warnings, close } = listener;
    const apiKey = await makeAdminKey(service, options.newKey === true);
    const authorities = await listAuthorities(service.store);
    return {
      url,
      ...(apiKey && { apiKey }),
      authorities: authorities.map(({ id, publicKey }) => ({ id, publicKey })),
      warnings: [...(seeded?.warnings ?? []), ...warnings, ...faultInjection.warnings],
      async stop() {
        observation.wakeup.close();
        faultInjection.faults.close();
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
    if ((await wasServedBefore(transaction)) && existing && !isWanted) return undefined;
    // A seed may have brought another admin than the one that the service was opened with.
    const { adminId } = (await readAccount(transaction)) ?? service.account;
    const admin = await readPrincipal(transaction, adminId);
    const key = await createApiKey(transaction, service, {
      owner_id: adminId,
      description: `made by serve for ${admin?.name ?? 'the admin'}`,
    });
    await markFirstServe(transaction);
    return { id: key.id, token: key.token };
  });
}
