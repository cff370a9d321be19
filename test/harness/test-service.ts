import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { accountCollections, type Principal } from '../../src/account/records/account.ts';
import { newId } from '../../src/account/records/operation-context.ts';
import { createApiKey } from '../../src/account/resources/api-keys.ts';
import type { HttpResponse } from '../../src/contract/http/message.ts';
import { serviceErrors } from '../../src/hosting/admin-api.ts';
import { type OpenService, openService } from '../../src/hosting/open-service.ts';
import { adminApi } from '../../src/server/admin-api/admin-api.ts';
import { type App, createApp, type Middleware } from '../../src/server/app/app.ts';
import { answerOperations } from '../../src/server/app/operations.ts';
import { publicPages } from '../../src/server/page/public-pages.ts';
import type { RowData, RowKeys } from '../../src/store/store.ts';
import { openRaw } from './raw-file.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export type Json = Record<string, unknown>;

/** An answer whose body, if there is one, is read. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
  readonly text: string;
}

/** A user or a bot with an API key. */
export interface Caller {
  readonly id: string;
  readonly keyId: string;
  readonly token: string;
}

export interface CallOptions {
  /** An object goes out as JSON; bytes and text as they are. */
  readonly body?: unknown;
  /** Over those that every request needs; `undefined` leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** The admin, unless somebody else is named. */
  readonly as?: Caller;
}

/** A service on a file of its own, with a clock that the test moves. */
export interface TestService {
  readonly service: OpenService;
  readonly app: App;
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly clock: { now: number };
  readonly admin: Caller;
  readonly member: Caller;
  /** Failures that the service calls its own. */
  readonly failures: unknown[];
  call(method: string, target: string, options?: CallOptions): Promise<Answer>;
  /** Creates a record through the API and answers with it. */
  create(path: string, body?: Json, as?: Caller): Promise<Json & { id: string }>;
  get(path: string): Promise<Json>;
  /** Puts a row that no operation creates. */
  put(collection: string, id: string, data: RowData, keys?: RowKeys): Promise<void>;
  /** A fresh id of this prefix. */
  newId(prefix: string): Promise<string>;
  addCaller(principal: Principal): Promise<Caller>;
  /** Everything that is stored. */
  rows(): unknown[];
}

export const baseUrl = 'http://api.test';

/** 2026-11-21T08:00:00Z */
export const startOfTest = Date.UTC(2026, 10, 21, 8);

/** Opens a service on a new file; both are gone when the test is. */
export async function startService(): Promise<TestService> {
  const folder = temporaryDirectory();
  const started = await openTestService(join(folder, 'sandbox.db'));
  onTestFinished(started.service.close);
  return started;
}

/** A service on this file, which the caller closes. */
export async function openTestService(file: string, clock = { now: startOfTest }): Promise<TestService> {
  const service = await openService(file, () => clock.now);
  const failures: unknown[] = [];
  const noteFailures: Middleware = async (context, next) => {
    const response = await next(context);
    if (context.failure !== undefined) failures.push(context.failure);
    return response;
  };
  const middlewares = [noteFailures, publicPages(service), adminApi(service)];
  const app = createApp(baseUrl, middlewares, answerOperations(service));

  async function addKey(owner_id: string): Promise<Caller> {
    const key = await service.store.write((transaction) => createApiKey(transaction, service, { owner_id }));
    return { id: owner_id, keyId: key.id, token: key.token };
  }

  async function addCaller(principal: Principal): Promise<Caller> {
    const { users, bots } = accountCollections;
    const collection = principal.id.startsWith('bot_') ? bots : users;
    await service.store.write((transaction) => transaction.put(collection, principal.id, { ...principal }));
    return addKey(principal.id);
  }

  const makeId = async (prefix: string) =>
    (await service.store.write((transaction) => newId(transaction, service, prefix))).id;
  const admin = await addKey(service.account.adminId);
  const member = await addCaller({ id: await makeId('usr'), name: 'member', isAdmin: false });

  async function call(method: string, target: string, options: CallOptions = {}): Promise<Answer> {
    const { body, headers = {}, as = admin } = options;
    const bytes = toBytes(body);
    const response = await app({
      method,
      target,
      headers: {
        host: 'api.test',
        authorization: `Bearer ${as.token}`,
        'service-version': '2',
        ...(bytes && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: bytes,
    });
    return readAnswer(response);
  }

  return {
    service,
    app,
    file,
    clock,
    admin,
    member,
    failures,
    call,
    async create(path, body = {}, as = admin) {
      const answer = await call('POST', path, { body, as });
      expect(answer.body).toMatchObject({ id: expect.any(String) });
      expect(answer.status).toBe(201);
      return answer.body as Json & { id: string };
    },
    async get(path) {
      const answer = await call('GET', path);
      expect(answer, answer.text).toMatchObject({ status: 200 });
      return answer.body;
    },
    put: (collection, id, data, keys = {}) =>
      service.store.write((transaction) => transaction.put(collection, id, data, keys)),
    newId: makeId,
    addCaller,
    rows() {
      const database = openRaw(file);
      try {
        return [
          ...database.prepare('SELECT * FROM records').all([]),
          ...database.prepare('SELECT * FROM keys').all([]),
        ];
      } finally {
        database.close();
      }
    },
  };
}

function toBytes(body: unknown): Uint8Array | undefined {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

export function readAnswer({ status, headers, body: text }: HttpResponse): Answer {
  const isJson = headers['content-type'] === 'application/json';
  return { status, headers, text, body: isJson ? (JSON.parse(text) as Json) : {} };
}

/** What is wrong with a request: its code, the member at fault, and words of the message. */
export interface Refusal {
  readonly code: keyof typeof serviceErrors;
  readonly field?: string;
  readonly msg?: string | RegExp;
}

/** Makes sure that the request is refused in this way and that nothing was stored. */
export async function expectRefusal(
  test: TestService,
  [method, target, options]: [method: string, target: string, options?: CallOptions],
  { code, field, msg }: Refusal,
): Promise<Answer> {
  const before = test.rows();
  const answer = await test.call(method, target, options);
  const { status } = serviceErrors[code];
  expect(answer, answer.text).toMatchObject({
    status,
    body: {
      error_code: code,
      status_code: status,
      details: {
        operation_id: answer.headers['operation-id'],
        ...(field !== undefined && { field }),
      },
    },
  });
  if (msg !== undefined) expect(answer.body.msg).toMatch(msg);
  expect(test.rows()).toEqual(before);
  return answer;
}
