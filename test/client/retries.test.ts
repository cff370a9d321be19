import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { ApiError } from '../../src/client/errors.ts';
import type { RetryNotice } from '../../src/client/retries.ts';
import { NetworkError } from '../../src/client/transport/network-error.ts';
import { resources } from '../../src/contract/index.ts';
import { movedClock } from './moved-clock.ts';
import { apiKey, errorBody } from './records.ts';
import { type Step, scriptedService } from './scripted-service.ts';

const { apiKeys } = resources;
const id = 'ak_1';

const key = { body: apiKey(id) };
const created = { status: 201, body: apiKey(id) };
const gone = { status: 404, body: errorBody('ERR_NOT_FOUND', 404, 'no such key') };
const limited = (after?: string) => ({
  status: 429,
  headers: after === undefined ? {} : { 'retry-after': after },
  body: errorBody('ERR_RATE_LIMITED', 429, 'slow down'),
});
const unavailable = { status: 503, body: errorBody('ERR_UNAVAILABLE', 503, 'not now') };
/** The same answer, given so many seconds past eight. */
const dated = (answer: ReturnType<typeof limited>, seconds: number) => ({
  ...answer,
  headers: { ...answer.headers, date: new Date(Date.UTC(2026, 10, 21, 8, 0, seconds)).toUTCString() },
});
const gateway = { status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>busy</h1>' };

/** A client of a service with this script; every wait is the longest of its kind. */
async function against(script: readonly Step[], retries = 2) {
  const service = await scriptedService(...script);
  const clock = movedClock();
  const notices: RetryNotice[] = [];
  const client = createClient({
    baseUrl: service.baseUrl,
    apiKey: 'k',
    timeoutMs: 200,
    retries: { retries, clock, random: () => 1, onWait: (notice) => void notices.push(notice) },
  });
  const run = {
    GET: () => client.send(apiKeys.operations.get, { id }),
    DELETE: () => client.send(apiKeys.operations.delete, { id }),
    POST: () => client.send(apiKeys.operations.create, {}, { description: 'ci' }),
    PATCH: () => client.send(apiKeys.operations.update, { id }, { description: 'ci' }),
  };
  return { ...service, clock, notices, run };
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
}

describe('a refusal that passes', () => {
  it.each(['GET', 'POST', 'PATCH', 'DELETE'] as const)('is waited out for %s', async (method) => {
    const answer = { GET: key, PATCH: key, POST: created, DELETE: { status: 204 } }[method];
    for (const refusal of [limited(), unavailable]) {
      const { run, requests, clock } = await against([refusal, refusal, answer]);
      await run[method]();
      expect(requests).toHaveLength(3);
      expect(new Set(requests.map((request) => JSON.stringify(request))).size).toBe(1);
      expect(clock.waits).toEqual([300, 600]);
    }
  });

  it('is waited for longer once the service has answered at all', async () => {
    const patient = (baseUrl: string) =>
      createClient({
        baseUrl,
        apiKey: 'k',
        retries: { retries: 2, retriesOnceAnswered: 8, clock: movedClock(), random: () => 1 },
      });
    const busy = await scriptedService(...Array.from({ length: 8 }, () => unavailable), key);
    await patient(busy.baseUrl).send(apiKeys.operations.get, { id });
    expect(busy.requests).toHaveLength(9);
    const refused: unknown = await failure(
      patient('http://127.0.0.1:1').send(apiKeys.operations.get, { id }),
    );
    expect((refused as Error).message).toContain('(tried 3 times)');
  });

  it('is not asked again where the catalogue says that it comes again', async () => {
    const costly = { status: 503, body: errorBody('ERR_EXPRESSION_TOO_COSTLY', 503, 'too many steps') };
    const { run, requests } = await against([costly, key]);
    expect(await failure(run.GET())).toMatchObject({ status: 503, code: 'ERR_EXPRESSION_TOO_COSTLY' });
    expect(requests).toHaveLength(1);
  });

  it('is waited out as long as the service says, in seconds or until a date', async () => {
    const date = new Date(Date.UTC(2026, 10, 21, 8, 0, 47)).toUTCString();
    const { run, clock, notices } = await against([limited('60'), dated(limited(date), 61), created]);
    await run.POST();
    // The second one is asked at 08:01:00.3, after its date.
    expect(clock.waits).toEqual([60_300, 600]);
    expect(notices[0]).toEqual({ waitMs: 60_300, reason: 'the service answered 429' });
  });

  it('is given up on when the service asks for more than 60 s, with what it asks for', async () => {
    const { run, requests } = await against([limited('61')]);
    expect(await failure(run.GET())).toMatchObject({ status: 429, retryAfter: 61 });
    expect(requests).toHaveLength(1);
  });

  it.each(['Sat, 21 Nov 2026 08:00:47 GMT', 'Saturday, 21-Nov-26 08:00:47 GMT', 'Sat Nov 21 08:00:47 2026'])(
    'is waited out until a date in any form, by the clock of the service: %s',
    async (date) => {
      const { run, clock } = await against([dated(limited(date), 40), key]);
      clock.now = () => Date.UTC(2030, 0, 1);
      await run.GET();
      expect(clock.waits).toEqual([7300]);
    },
  );

  it.each(['99999999999', '9'.repeat(400), '61.5', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'is given up on however long the service asks to wait: %s',
    async (after) => {
      const { run, requests } = await against([limited(after)]);
      const { retryAfter } = (await failure(run.GET())) as ApiError;
      expect(retryAfter).toBeGreaterThan(60);
      expect(retryAfter).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
      expect(requests).toHaveLength(1);
    },
  );

  it('is waited for before it is asked again at once', async () => {
    const { run, clock } = await against([limited('0'), limited('0'), key]);
    await run.GET();
    expect(clock.waits).toEqual([300, 600]);
  });

  it('of a gateway says how long it asks to wait, too', async () => {
    const busy = { ...gateway, headers: { ...gateway.headers, 'retry-after': '3600' } };
    const { run, requests } = await against([busy]);
    expect(await failure(run.GET())).toMatchObject({
      code: 'UNEXPECTED_ANSWER',
      status: 503,
      retryAfter: 3600,
    });
    expect((await failure(run.POST())) as Error).toMatchObject({
      mayHaveChanged: true,
      message:
        'a gateway before the service answered 503 and asks to wait 3600 s; the request may have been carried out',
    });
    expect(requests).toHaveLength(2);
  });

  it('is given up on after the last retry, or at once without any', async () => {
    const patient = await against([unavailable]);
    expect(await failure(patient.run.GET())).toBeInstanceOf(ApiError);
    expect(patient.requests).toHaveLength(3);
    const impatient = await against([unavailable], 0);
    expect(await failure(impatient.run.GET())).toMatchObject({ code: 'ERR_UNAVAILABLE' });
    expect(impatient.requests).toHaveLength(1);
  });

  it('of a gateway, which cannot know what happened behind it, is none for POST and PATCH', async () => {
    for (const answer of [gateway, { status: 502 }, { status: 504 }]) {
      for (const method of ['POST', 'PATCH'] as const) {
        const { run, requests } = await against([answer, key]);
        const error = await failure(run[method]());
        expect(error).toMatchObject({ name: 'NetworkError', mayHaveChanged: true });
        expect((error as Error).message).toContain(`answered ${answer.status}; the request may have been`);
        expect(requests).toHaveLength(1);
      }
      const { run } = await against([answer, key]);
      expect(await run.GET()).toMatchObject({ id });
    }
  });
});

describe('a failure that does not pass', () => {
  it.each([400, 401, 403, 404, 409, 500])('such as status %i is not repeated', async (status) => {
    const { run, requests } = await against([{ status, body: errorBody('ERR_X', status, 'no') }]);
    expect(await failure(run.GET())).toMatchObject({ status });
    expect(requests).toHaveLength(1);
  });
});

describe('a lost answer', () => {
  it.each(['reset', 'silence'] as const)('(%s) is asked for again by GET and DELETE', async (step) => {
    const { run, requests } = await against([step, key]);
    expect(await run.GET()).toMatchObject({ id });
    expect(requests).toHaveLength(2);
    const other = await against([step, { status: 204 }]);
    await other.run.DELETE();
    expect(other.requests).toHaveLength(2);
  });

  it('to a DELETE that then finds nothing means that it was deleted', async () => {
    for (const lost of ['reset', gateway] as const) {
      const { run, requests } = await against([lost, gone]);
      expect(await run.DELETE()).toBeUndefined();
      expect(requests).toHaveLength(2);
    }
    const refused = await against([unavailable, gone]);
    expect(await failure(refused.run.DELETE())).toMatchObject({ code: 'ERR_NOT_FOUND' });
    const lost = await against(['reset', { ...gone, body: errorBody('ERR_UNKNOWN_PATH', 404, 'no') }]);
    expect(await failure(lost.run.DELETE())).toMatchObject({ code: 'ERR_UNKNOWN_PATH' });
  });

  it.each(['POST', 'PATCH'] as const)(
    'to a %s is never asked for again, and the error says why',
    async (method) => {
      for (const step of ['reset', 'silence'] as const) {
        const { run, requests } = await against([step, created]);
        expect(await failure(run[method]())).toMatchObject({
          mayHaveChanged: true,
          message: expect.stringMatching(/; the request may have been carried out$/),
          hint: 'see whether it was before you repeat it',
        });
        expect(requests).toHaveLength(1);
      }
    },
  );

  it('says how often it was asked for when none comes', async () => {
    const { run, baseUrl, notices } = await against(['reset']);
    const error = await failure(run.GET());
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({
      mayHaveChanged: false,
      message: `cannot reach ${baseUrl}: the connection closed before the whole answer had arrived (tried 3 times)`,
    });
    expect(notices.map(({ waitMs }) => waitMs)).toEqual([300, 600]);
  });
});

it('tries every method again where nothing accepted the connection yet', async () => {
  const later = createServer().listen(0, '127.0.0.1');
  await once(later, 'listening');
  const { port } = later.address() as AddressInfo;
  await new Promise((resolve) => later.close(resolve));
  for (const method of ['GET', 'POST'] as const) {
    const baseUrl = `http://127.0.0.1:${port}`;
    const clock = movedClock();
    const client = createClient({ baseUrl, apiKey: 'k', retries: { retries: 2, clock } });
    const sent =
      method === 'GET'
        ? client.send(apiKeys.operations.get, { id })
        : client.send(apiKeys.operations.create, {}, {});
    expect(await failure(sent)).toMatchObject({
      kind: 'refused',
      wasSent: false,
      mayHaveChanged: false,
      message: `cannot reach ${baseUrl}: connection refused (tried 3 times)`,
    });
    expect(clock.waits).toHaveLength(2);
  }
});

it('waits at least half of its time, so that callers which fail together do not come back together', async () => {
  const service = await scriptedService(unavailable, key);
  const clock = movedClock();
  const retries = { retries: 1, clock, random: () => 0 };
  await createClient({ baseUrl: service.baseUrl, retries }).send(apiKeys.operations.get, { id });
  expect(clock.waits).toEqual([150]);
});
