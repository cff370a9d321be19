import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { accountCollections } from '../../../src/account/records/account.ts';
import { applySeed, type SeedReport, type SeedSource } from '../../../src/account/seed/apply.ts';
import type { Operation } from '../../../src/contract/schema/resource.ts';
import { DocumentError } from '../../../src/documents/problems.ts';
import { type OpenService, openService } from '../../../src/hosting/open-service.ts';
import { createApp, type Middleware } from '../../../src/server/app/app.ts';
import { answerOperations } from '../../../src/server/app/operations.ts';
import { openRaw } from '../../harness/raw-file.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';
import { type Answer, baseUrl, type Json, readAnswer } from '../../harness/test-service.ts';

/** A service on a data file, called as its admin or with a token. */
export interface Seeded {
  readonly file: string;
  readonly service: OpenService;
  seed(source: SeedSource | string): Promise<SeedReport | undefined>;
  call(operation: Pick<Operation, 'method'>, target: string, body?: unknown, token?: string): Promise<Answer>;
  get(target: string): Promise<Json>;
  rows(): Promise<unknown[]>;
}

/** A new data file; gone when the test is. */
export async function freshFile(): Promise<Seeded> {
  const folder = temporaryDirectory();
  return openFile(join(folder, 'sandbox.db'));
}

/** Copies of one file that holds the demo account, made once for all tests around the call. */
export function demoFiles(): () => Promise<Seeded> {
  const folder = temporaryDirectory(afterAll);
  const original = join(folder, 'original');
  let made: Promise<void> | undefined;
  let copies = 0;
  const make = async () => {
    const service = await openService(join(original, 'sandbox.db'));
    await applySeed(service, 'demo');
    await service.close();
  };
  return async () => {
    made ??= make();
    await made;
    const copy = join(folder, `copy-${++copies}`);
    cpSync(original, copy, { recursive: true });
    return openFile(join(copy, 'sandbox.db'));
  };
}

async function openFile(file: string): Promise<Seeded> {
  // Asked anew each time: a test may have moved the clock since.
  const service = await openService(file, () => Date.now());
  onTestFinished(service.close);

  async function call(
    { method }: Pick<Operation, 'method'>,
    target: string,
    body?: unknown,
    token?: string,
  ): Promise<Answer> {
    const account = (await service.store.get(accountCollections.settings, 'account'))?.data;
    const options = {
      ...service,
      ...(token === undefined && { trustedCallerId: String(account?.adminId) }),
    };
    const throwFailures: Middleware = async (context, next) => {
      const response = await next(context);
      if (context.failure !== undefined) throw context.failure;
      return response;
    };
    const app = createApp(baseUrl, [throwFailures], answerOperations(options));
    const headers = {
      'service-version': '2',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    return readAnswer(await app({ method, target, headers, body: bytes }));
  }

  return {
    file,
    service,
    call,
    seed: (source) =>
      applySeed(
        service,
        typeof source === 'string' && source !== 'demo'
          ? { name: 'seed.yml', text: source }
          : (source as SeedSource),
      ),
    get: async (target) => (await call({ method: 'GET' }, target)).body,
    rows: async () => {
      const database = openRaw(file);
      try {
        return database.prepare('SELECT collection, id, data FROM records').all([]);
      } finally {
        database.close();
      }
    },
  };
}

/** What is wrong with a seed, line by line, having made sure that nothing of it was stored. */
export async function problemsOf(seeded: Seeded, source: SeedSource | string): Promise<string[]> {
  const before = await seeded.rows();
  const error = await seeded.seed(source).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DocumentError)) throw error ?? new Error('the seed was taken');
  const after = await seeded.rows();
  if (JSON.stringify(after) !== JSON.stringify(before)) throw new Error('something was stored');
  return error.message.split('\n');
}
