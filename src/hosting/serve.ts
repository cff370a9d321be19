import { markFirstServe, readAccount, readPrincipal, wasServedBefore } from '../account/records/account.ts';
import { apiKeyCollection, createApiKey } from '../account/resources/api-keys.ts';
import { listAuthorities } from '../account/resources/ssh-certificates/ssh-certificate-authorities.ts';
import { applySeed, type SeedSource } from '../account/seed/apply.ts';
import { adminApi } from '../server/admin-api/admin-api.ts';
import { dateAnswers } from '../server/app/answer-date.ts';
import { createApp } from '../server/app/app.ts';
import { answerOperations } from '../server/app/operations.ts';
import { type FaultOptions, prepareFaults } from '../server/faults/inject-faults.ts';
import { type ExposedListener, type ExposureOptions, prepareExposure } from '../server/http/exposure.ts';
import { publicPages } from '../server/page/public-pages.ts';
import type { Observer } from '../server/telemetry/observe.ts';
import { Telemetry } from '../server/telemetry/telemetry.ts';
import { judgeInThreads } from './judging-threads.ts';
import { realDataFile } from './key-file.ts';
import { type OpenService, openService } from './open-service.ts';
import { type ClockOptions, scaledClock } from './scaled-clock.ts';

export type { SocketLimits } from '../server/http/http-server.ts';
export { type LogFormat, type LogLevel, requestLog } from '../server/telemetry/request-log.ts';

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
 * @throws StoreFileError when the file cannot be used, DocumentError when the seed cannot, ServeOptionError when an
 *   option cannot be used or would open more than was asked for, the system's error when the address cannot be bound
 */
export async function serve(options: ServeOptions): Promise<RunningService> {
  const expose = await prepareExposure(options);
  const faultInjection = prepareFaults(options.faultInjection);
  const telemetry = new Telemetry(realDataFile(options.file), options.observers ?? []);
  const now = scaledClock(options.clock);
  const service = await openService(options.file, now, telemetry.onCommit);
  telemetry.watch(service.store);
  const endJudging = judgeInThreads();
  let listener: ExposedListener | undefined;
  try {
    const seeded = options.seed && (await applySeed(service, options.seed));
    const { faults } = faultInjection;
    listener = await expose((baseUrl, guards) =>
      createApp(
        baseUrl,
        [
          telemetry.middleware,
          ...(now === Date.now ? [] : [dateAnswers(now)]),
          ...guards,
          publicPages({ ...service, telemetry }),
          adminApi({ ...service, telemetry, faults }),
          ...faultInjection.middlewares,
        ],
        answerOperations(service),
      ),
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
        telemetry.changes.close();
        faults.close();
        await close();
        await endJudging();
        await service.close();
      },
    };
  } catch (error) {
    await listener?.close();
    await endJudging();
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
