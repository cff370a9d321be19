import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { baseUrl, expectRefusal, startService } from '../../harness/test-service.ts';

const { audit, traffic } = demoIds.eventSubscriptions;
const path = `/event_subscriptions/${audit}/sources`;

async function start(sources: string[] = []) {
  const test = await startService();
  for (const id of [audit, traffic]) {
    await test.put('event_subscriptions', id, {
      id,
      description: '',
      sources: id === audit ? sources : [],
      destinationIds: [],
    });
  }
  return test;
}

const sourceOf = (type: string) => ({ type, uri: `${baseUrl}${path}/${type}` });

describe('an event source', () => {
  it('is added with a type and a URI and nothing else', async () => {
    const test = await start();
    const answer = await test.call('POST', path, { body: { type: 'ip_policy_created.v0' } });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual(sourceOf('ip_policy_created.v0'));
    expect(await test.get(`${path}/ip_policy_created.v0`)).toEqual(sourceOf('ip_policy_created.v0'));
  });

  it('is in a list without pages, in the order of adding', async () => {
    const test = await start();
    for (const type of ['b_created.v0', 'a_created.v0', 'c_deleted.v12']) {
      await test.call('POST', path, { body: { type } });
    }
    expect(await test.get(path)).toEqual({
      sources: ['b_created.v0', 'a_created.v0', 'c_deleted.v12'].map(sourceOf),
      uri: `${baseUrl}${path}`,
    });
    await expectRefusal(test, ['GET', `${path}?limit=1`], { code: 'ERR_INVALID_QUERY', field: 'limit' });
    expect(await test.get(`/event_subscriptions/${traffic}/sources`)).toMatchObject({ sources: [] });
  });

  it('is there once for a subscription', async () => {
    const test = await start(['api_key_created.v0']);
    const body = { type: 'api_key_created.v0' };
    await expectRefusal(test, ['POST', path, { body }], { code: 'ERR_EVENT_SOURCE_EXISTS', field: 'type' });
    expect((await test.call('POST', `/event_subscriptions/${traffic}/sources`, { body })).status).toBe(201);
  });

  it.each([
    [{}, 'ERR_MISSING_FIELD'],
    [{ type: '' }, 'ERR_INVALID_FIELD'],
    [{ type: 'created' }, 'ERR_INVALID_FIELD'],
    [{ type: 'api_key_created' }, 'ERR_INVALID_FIELD'],
    [{ type: 'api_key_created.0' }, 'ERR_INVALID_FIELD'],
    [{ type: 'api_key_created.v' }, 'ERR_INVALID_FIELD'],
    [{ type: 'Api_Key_Created.v0' }, 'ERR_INVALID_FIELD'],
    [{ type: 'api_key_created.v0 ' }, 'ERR_INVALID_FIELD'],
    [{ type: '../api_key_created.v0' }, 'ERR_INVALID_FIELD'],
    [{ type: `${'a'.repeat(255)}_created.v0` }, 'ERR_INVALID_FIELD'],
    [{ type: ['api_key_created.v0'] }, 'ERR_INVALID_FIELD'],
  ] as const)('is refused with %j', async (body, code) => {
    const test = await start();
    await expectRefusal(test, ['POST', path, { body }], { code, field: 'type', msg: 'type' });
  });

  it('has nothing to update, and says what it is', async () => {
    const test = await start(['api_key_created.v0']);
    const answer = await test.call('PATCH', `${path}/api_key_created.v0`, { body: {} });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual(sourceOf('api_key_created.v0'));
  });

  it('is gone once deleted, and can be added again', async () => {
    const test = await start(['api_key_created.v0', 'api_key_deleted.v0']);
    expect((await test.call('DELETE', `${path}/api_key_created.v0`)).status).toBe(204);
    expect(await test.get(path)).toMatchObject({ sources: [sourceOf('api_key_deleted.v0')] });
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      await expectRefusal(test, [method, `${path}/api_key_created.v0`], { code: 'ERR_NOT_FOUND' });
    }
    expect((await test.call('POST', path, { body: { type: 'api_key_created.v0' } })).status).toBe(201);
  });

  it('of a subscription that does not exist is not found', async () => {
    const test = await start();
    const nowhere = path.replace(audit, 'esb_x');
    await expectRefusal(test, ['GET', nowhere], { code: 'ERR_NOT_FOUND' });
    await expectRefusal(test, ['POST', nowhere, { body: { type: 'a_b.v0' } }], { code: 'ERR_NOT_FOUND' });
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      await expectRefusal(test, [method, `${nowhere}/a_b.v0`], { code: 'ERR_NOT_FOUND' });
    }
  });
});
