import { expect, it } from 'vitest';
import { startService } from '../../harness/test-service.ts';

it('events after a position are as many as were asked for, whatever lies between them', async () => {
  const test = await startService();
  for (let commit = 0; commit < 5; commit++) {
    await test.service.store.write(async (transaction) => {
      for (let i = 0; i < 100; i++) {
        const { milliseconds, counter } = await transaction.tick(test.clock.now);
        const type = i % 2 === 0 ? 'endpoint_created.v0' : 'endpoint_updated.v0';
        const event = { type, kind: 'endpoint', tick: [milliseconds, counter], author: null };
        await transaction.log(JSON.stringify({ ...event, object: { id: 'ep_x', uri: '/endpoints/ep_x' } }));
      }
    });
  }
  const ask = (after: unknown) =>
    test.get(`/sandbox/v1/events?after=${after}&limit=150&types=endpoint_created.v0`);
  const first = await ask(10);
  expect(first.events).toHaveLength(150);
  const rest = await ask(first.last);
  expect(rest.events).toHaveLength(500 / 2 - 10 / 2 - 150);
  expect(rest.last).toBe(500);
  expect(await ask(rest.last)).toMatchObject({ events: [], last: 500 });
});
