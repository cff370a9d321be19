import type { Transport } from '../contract/http/message.ts';
import type { AdminApiOptions } from '../server/admin-api/admin-handler.ts';
import { createApp, type Middleware } from '../server/app/app.ts';
import { answerOperations } from '../server/app/operations.ts';
import { openService } from './open-service.ts';

/** The service in this process, for the owner of its data file: no key is asked for. */
export interface Sandbox {
  readonly transport: Transport;
  /** The user that requests are made as. */
  readonly callerId: string;
  close(): Promise<void>;
}

/**
 * Opens the service on a data file, made if it is missing. The caller acts as the account's admin.
 * @throws StoreFileError when the file cannot be used
 */
export async function openSandbox({ file, baseUrl }: { file: string; baseUrl: string }): Promise<Sandbox> {
  const service = await openService(file);
  const options = { ...service, trustedCallerId: service.account.adminId };
  const transport = createApp(baseUrl, [answerBesideApi(options)], answerOperations(options));
  return { transport, callerId: service.account.adminId, close: service.close };
}

/** Answers what is no operation of the API, for which most commands never ask: loaded by the first one that does. */
function answerBesideApi(options: AdminApiOptions): Middleware {
  return async (context, next) => {
    if (context.route) return next(context);
    const [{ publicPages }, { adminApi }] = await Promise.all([
      import('../server/page/public-pages.ts'),
      import('../server/admin-api/admin-api.ts'),
    ]);
    const admin = adminApi(options);
    return publicPages(options)(context, (passed) => admin(passed, next));
  };
}
