import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../src/store/store.ts';
import { inEachTurn } from '../../harness/event-loop.ts';
import type { TestService } from '../../harness/test-service.ts';
import { baseUrl, startService } from '../../harness/test-service.ts';

const events = 9000;

/** A service whose log holds thousands of events. */
async function start(): Promise<TestService> {
  const test = await startService();
  const object = {
    id: 'ep_x',
    uri: '/endpoints/ep_x',
    url: 'https://a.example.com',
    metadata: 'm'.repeat(2000),
  };
  const author = { principalId: test.admin.id, keyId: test.admin.keyId };
  // As many in a commit as can share one.
  for (let first = 0; first < events; first += 200) {
    await test.service.store.write((transaction) => logEvents(transaction, first));
  }
  return test;

  async function logEvents(transaction: Transaction, first: number) {
    for (let i = first; i < first + 200; i++) {
      const { milliseconds, counter } = await transaction.tick(test.clock.now);
      const type = i % 2 === 0 ? 'endpoint_created.v0' : 'endpoint_updated.v0';
      await transaction.log({ type, kind: 'endpoint', tick: [milliseconds, counter], author, object });
    }
  }
}

function ask({ app, admin }: TestService, target: string) {
  const headers = {
    host: new URL(baseUrl).host,
    authorization: `Bearer ${admin.token}`,
    'service-version': '2',
  };
  return app({ method: 'GET', target, headers });
}

const workedMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** How much of all the work that something takes is done in its longest turn of the event loop. */
async function longestShare(work: () => Promise<unknown>): Promise<number> {
  const start = workedMs();
  let last = start;
  let longest = 0;
  const look = () => {
    const now = workedMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  await inEachTurn(look, work);
  await new Promise((resolve) => setImmediate(resolve));
  return longest / (workedMs() - start);
}

describe('a list of thousands of events', () => {
  it.each([
    ['the last ones', '?limit=10000'],
    ['those after a position', '?after=0&limit=10000'],
    ['the last ones of a type', '?limit=10000&types=endpoint_created.v0'],
  ])('is made in turns with everything else: %s', async (_what, query) => {
    const test = await start();
    await ask(test, `/sandbox/v1/events${query}`);
    // Done in one go, it would be half or more; this leaves room for a collection of garbage.
    expect(await longestShare(() => ask(test, `/sandbox/v1/events${query}`))).toBeLessThan(1 / 4);
  });
});
